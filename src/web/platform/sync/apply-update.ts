import * as Y from "yjs";

const incoming = new WeakMap<Y.Doc, Uint8Array>();
const held = new WeakMap<Y.Doc, { update: Uint8Array; origin: unknown }[]>();

const readers = new WeakMap<Y.Doc, Set<() => void>>();

/** Calls `read` before anything of others is taken in. */
export function beforeUpdates(doc: Y.Doc, read: () => void): () => void {
  const all = readers.get(doc) ?? new Set();
  readers.set(doc, all.add(read));
  return () => void all.delete(read);
}

/** Takes in what others wrote. While observers hear of it, `incomingDeletes` answers for this update. */
export function applyUpdate(doc: Y.Doc, update: Uint8Array, origin: unknown): void {
  const waiting = held.get(doc);
  if (waiting) return void waiting.push({ update, origin });
  for (const read of readers.get(doc) ?? []) read();
  incoming.set(doc, update);
  try {
    Y.applyUpdate(doc, update, origin);
  } finally {
    incoming.delete(doc);
  }
}

/**
 * Keeps what others write waiting.
 * @returns Takes it in, in the order in which it came
 */
export function holdUpdates(doc: Y.Doc): () => void {
  held.set(doc, held.get(doc) ?? []);
  return () => {
    const waiting = held.get(doc) ?? [];
    held.delete(doc);
    const faults: unknown[] = [];
    for (const { update, origin } of waiting)
      try {
        applyUpdate(doc, update, origin);
      } catch (error) {
        // Those that come after it are no less somebody's words.
        faults.push(error);
      }
    if (faults.length > 0) throw faults[0];
  };
}

/** All that the update deletes, be it deleted already: Yjs' transaction only says what it deleted itself. */
export function incomingDeletes(doc: Y.Doc): ReturnType<typeof Y.decodeUpdate>["ds"] | null {
  const update = incoming.get(doc);
  return update ? Y.decodeUpdate(update).ds : null;
}
