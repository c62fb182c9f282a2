import { chordOf, type Press } from "./chords.ts";

/** The keys of a sequence may be this far apart. */
const SEQUENCE_MS = 1500;

export type Binding<Target> = { keys: string; target: Target };

export type Match<Target> =
  | { kind: "none" }
  /** A sequence has begun; `next` is what may follow. */
  | { kind: "waiting" }
  | { kind: "found"; targets: Target[] };

/** Follows key presses and says which bindings they complete. Pure but for the time, so that tests need no keyboard. */
export function createKeyMatcher<Target>(bindings: () => Binding<Target>[], now = () => Date.now()) {
  let begun: { keys: string; at: number } | null = null;

  const find = (keys: string): Match<Target> => {
    const all = bindings();
    const targets = all.filter((binding) => binding.keys === keys).map(({ target }) => target);
    if (targets.length > 0) return { kind: "found", targets };
    return all.some((binding) => binding.keys.startsWith(`${keys} `))
      ? { kind: "waiting" }
      : { kind: "none" };
  };

  return {
    press(press: Press): Match<Target> {
      const chord = chordOf(press);
      if (chord === null) return { kind: "none" };
      const before = begun && now() - begun.at <= SEQUENCE_MS ? begun.keys : null;
      begun = null;
      const whole = before ? `${before} ${chord}` : chord;
      const found = find(whole);
      // A key that does not go on with the sequence counts for itself.
      const match = found.kind === "none" && before ? find(chord) : found;
      if (match.kind === "waiting") begun = { keys: found.kind === "none" ? chord : whole, at: now() };
      return match;
    },
    forget() {
      begun = null;
    },
  };
}
