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
 * Lets go of changes that wait for others, which Yjs hands out unread beside the document. They stay in the log; the note has them
 * when it is opened after what they wait for has come.
 */
export function forgetWaiting(doc: Y.Doc): void {
  doc.store.pendingStructs = null;
  doc.store.pendingDs = null;
}
