/** A run of typing has ended when no letter came for so long. */
const RUN_MS = 10_000;

type Press = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey">;

/**
 * Follows a run of typing, and knows its letters also when the field is taken away in the middle of it: a note that is no
 * longer shared, or only to be read from now on. They go nowhere then; as keys of the page they would make notes and open others.
 */
export function createTypedOn(now = () => Date.now()) {
  let last = -Infinity;
  return {
    /** @param isWriting whether the key falls into something that is written in. True: it is the rest of such a run. */
    press({ key, ctrlKey, metaKey }: Press, isWriting: boolean): boolean {
      const isLetter = key.length === 1 && !ctrlKey && !metaKey;
      const isRest = isLetter && !isWriting && now() - last < RUN_MS;
      last = isLetter && (isWriting || isRest) ? now() : -Infinity;
      return isRest;
    },
    /** Whoever presses a pointer, or has moved the focus, has seen where the keys will go. */
    end() {
      last = -Infinity;
    },
  };
}
