import * as Y from "yjs";

/**
 * Empties what is deleted in a document, as Yjs does after a change: whoever is given the document then gets places and no words.
 * Unlike Yjs' own, it does not recurse, so that nodes nested however deep cannot exhaust the stack.
 */
export function collectDeleted(doc: Y.Doc): void {
  for (const structs of doc.store.clients.values())
    for (const [index, item] of structs.entries()) {
      if (!(item instanceof Y.Item) || !item.deleted) continue;
      const around = item.parent instanceof Y.AbstractType ? item.parent._item : null;
      // What lies in a deleted node is reached by nobody any more: nothing is left of it but its length.
      if (around?.deleted) structs[index] = new Y.GC(item.id, item.length);
      else item.content = new Y.ContentDeleted(item.length);
    }
}

/**
 * Hides changes that wait for others from who is answered in this turn of the event loop: Yjs hands them out unread beside the document.
 * What they wait for may still come, so they go on waiting.
 */
export function setWaitingAside(doc: Y.Doc): void {
  const waiting = [doc.store.pendingStructs?.update, doc.store.pendingDs].filter((one) => one != null);
  if (waiting.length === 0) return;
  doc.store.pendingStructs = null;
  doc.store.pendingDs = null;
  setImmediate(() => waiting.forEach((update) => Y.applyUpdateV2(doc, update, { source: "local" })));
}
