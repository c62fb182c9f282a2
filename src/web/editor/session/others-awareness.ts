import type { Awareness } from "y-protocols/awareness";

type Change = { added: number[]; updated: number[]; removed: number[] };
type Listener = (change: Change, origin: unknown) => void;

/**
 * The awareness as the carets of others are drawn from it: the same, but a change of this page's own caret is not told. Each key
 * moves it, and the carets' plugin would go through the whole editor a second time to draw what stands where it stood.
 */
export function ofOthers(awareness: Awareness): Awareness {
  const told = new Map<unknown, Listener>();
  const isOwn = ({ added, updated, removed }: Change) =>
    [added, updated, removed].flat().every((client) => client === awareness.clientID);
  return Object.assign(Object.create(awareness) as Awareness, {
    on(name: "change" | "update", listener: Listener) {
      const tell: Listener = (change, origin) => {
        if (name !== "change" || !isOwn(change)) listener(change, origin);
      };
      told.set(listener, tell);
      awareness.on(name, tell);
    },
    off(name: "change" | "update", listener: Listener) {
      awareness.off(name, told.get(listener) ?? listener);
    },
  });
}
