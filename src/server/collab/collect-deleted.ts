import type { Document as OpenDocument } from "@hocuspocus/server";
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

/** What Hocuspocus calls with the changes of one turn of the event loop, merged into one. Not part of its types. */
type Broadcasting = { broadcastUpdate: (update: Uint8Array) => void };

/**
 * Keeps a change from telling what a later one of the same turn deleted: merged, they would bring the words and their deletion.
 * To be called before anybody listens; the load, which is a change as well, is told to nobody.
 */
export function relayOnlyWhatIsThere(document: OpenDocument): void {
  document.flush();
  const parts = document as unknown as Broadcasting;
  const broadcast = parts.broadcastUpdate.bind(document);
  parts.broadcastUpdate = (update) =>
    broadcast(bringsDeleted(update) ? currentForm(document, update) : update);
}

function bringsDeleted(update: Uint8Array): boolean {
  const { structs, ds } = Y.decodeUpdate(update);
  if (ds.clients.size === 0) return false;
  return structs.some(
    (struct) =>
      struct instanceof Y.Item &&
      !(struct.content instanceof Y.ContentDeleted) &&
      ds.clients
        .get(struct.id.client)
        ?.some(({ clock, len }) => clock < struct.id.clock + struct.length && struct.id.clock < clock + len),
  );
}

/** The same places of the log as the document has them by now. */
function currentForm(doc: Y.Doc, update: Uint8Array): Uint8Array {
  const known = Y.decodeStateVector(Y.encodeStateVector(doc));
  for (const [client, clock] of Y.parseUpdateMeta(update).from) known.set(client, clock);
  return Y.encodeStateAsUpdate(doc, Y.encodeStateVector(known));
}
