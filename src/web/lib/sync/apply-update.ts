import * as Y from "yjs";

const incoming = new WeakMap<Y.Doc, Uint8Array>();

/** Takes in what others wrote. While observers hear of it, `incomingDeletes` answers for this update. */
export function applyUpdate(doc: Y.Doc, update: Uint8Array, origin: unknown): void {
  incoming.set(doc, update);
  try {
    Y.applyUpdate(doc, update, origin);
  } finally {
    incoming.delete(doc);
  }
}

/** All that the update deletes, be it deleted already: Yjs' transaction only says what it deleted itself. */
export function incomingDeletes(doc: Y.Doc): ReturnType<typeof Y.decodeUpdate>["ds"] | null {
  const update = incoming.get(doc);
  return update ? Y.decodeUpdate(update).ds : null;
}
