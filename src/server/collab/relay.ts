import type { Document as OpenDocument } from "@hocuspocus/server";
import * as Y from "yjs";
import { byClient, encodeUpdate, splitOff, type Struct } from "#document/yjs/update-pieces.ts";

type DeleteSet = Y.Transaction["deleteSet"];
type Change = { update: Uint8Array; deletes: DeleteSet };

/** What Hocuspocus calls with the changes of one turn of the event loop, merged into one. Not part of its types. */
type Broadcasting = {
  broadcastUpdate: (update: Uint8Array) => void;
  flushMaxBytes: number;
  pendingUpdates: Uint8Array[];
};

/** Beyond it, a page tells all that it ever knew to be deleted: after a long time away. */
const MOST_SENT_BYTES = 64 * 1024;

/** What each connection sent last; a connection is heard one message at a time. */
const sent = new WeakMap<object, Uint8Array>();

export function noteSent(connection: object, update: Uint8Array): void {
  // Nothing large outlives its request here: it is counted no more.
  if (update.length <= MOST_SENT_BYTES) sent.set(connection, update);
  else sent.delete(connection);
}

/**
 * Tells the pages each change as its author made it, though several are committed, and told, together:
 * - with all that it deletes, be it deleted by somebody else already. Pages read from it what the author had seen, and follow text that
 *   was moved (decision 44); Yjs' own account leaves it out, and merged changes mix what their authors had seen.
 * - without words that a later change of the same turn deleted; those are for whom the history is for.
 *
 * To be called before anybody listens; the load, which is a change as well, is told to nobody.
 */
export function relayAsMade(document: OpenDocument): void {
  document.flush();
  const parts = document as unknown as Broadcasting;
  const broadcast = parts.broadcastUpdate.bind(document);
  // It would tell a large change before we have heard of it.
  parts.flushMaxBytes = Infinity;
  let changes: Change[] = [];
  document.on("update", (update: Uint8Array, origin: unknown) => {
    changes.push({ update, deletes: Y.decodeUpdate(withSent(update, origin)).ds });
    // It would merge what is told one by one.
    parts.pendingUpdates = [update];
  });
  parts.broadcastUpdate = () => {
    const told = joined(changes);
    changes = [];
    for (const change of told) broadcast(withoutDeletedWords(document, change));
  };
}

function withSent(update: Uint8Array, origin: unknown): Uint8Array {
  const { connection, stored } = (origin ?? {}) as { connection?: object; stored?: Uint8Array };
  return stored ?? (connection && sent.get(connection)) ?? update;
}

/** What deletes nothing says nothing of what its author had seen: keys of many people are one message. */
function joined(changes: Change[]): Change[] {
  const groups: Change[][] = [];
  for (const change of changes) {
    const last = groups.at(-1);
    if (change.deletes.clients.size === 0 && last?.[0]!.deletes.clients.size === 0) last.push(change);
    else groups.push([change]);
  }
  return groups.map((group) =>
    group.length === 1
      ? group[0]!
      : { update: Y.mergeUpdates(group.map(({ update }) => update)), deletes: group[0]!.deletes },
  );
}

/** A change with places instead of the words that the document has no more. */
function withoutDeletedWords({ store }: Y.Doc, { update, deletes }: Change): Uint8Array {
  const pieces = [...byClient(Y.decodeUpdate(update).structs)].map(([client, own]): [number, Struct[]] => [
    client,
    own.flatMap((struct): Struct[] => (struct instanceof Y.Item ? piecesOf(store, struct) : [struct])),
  ]);
  return encodeUpdate(new Map(pieces), deletes);
}

/** An item as parts that are wholly there or wholly deleted; what is deleted has a length and nothing else. */
function piecesOf(store: Y.Doc["store"], item: Y.Item): Y.Item[] {
  const pieces: Y.Item[] = [];
  const { client, clock } = item.id;
  const end = clock + item.length;
  let rest = item;
  for (let at = clock; at < end;) {
    const now = Y.getItem(store, Y.createID(client, at)) as Y.Item | Y.GC;
    const length = Math.min(now.id.clock + now.length, end) - at;
    const piece = rest;
    if (length < piece.length) rest = splitOff(piece, length);
    if (now.deleted) piece.content = new Y.ContentDeleted(length);
    pieces.push(piece);
    at += length;
  }
  return pieces;
}
