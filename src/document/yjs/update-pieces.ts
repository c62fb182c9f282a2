import * as encoding from "lib0/encoding";
import * as Y from "yjs";

export type Struct = Y.Item | Y.GC | Y.Skip;

/** Structs of a decoded update, by the client that made them, in the order in which Yjs wants them written. */
export const byClient = (structs: Struct[]): Map<number, Struct[]> =>
  Map.groupBy(structs, ({ id }) => id.client);

/** Cuts an item in two, which must be longer than `length`: it keeps that much, and the rest is returned. */
export function splitOff(item: Y.Item, length: number): Y.Item {
  const { client, clock } = item.id;
  const origin = Y.createID(client, clock + length - 1);
  const rest = new Y.Item(
    Y.createID(client, clock + length),
    null,
    origin,
    null,
    item.rightOrigin,
    item.parent,
    item.parentSub,
    item.content.splice(length),
  );
  item.length = length;
  return rest;
}

/** An update (version 1) of these structs, each client's without gaps, and of these deletions. */
export function encodeUpdate(
  structs: Map<number, Struct[]>,
  deletes: Y.Transaction["deleteSet"],
): Uint8Array {
  const encoder = new Y.UpdateEncoderV1();
  encoding.writeVarUint(encoder.restEncoder, structs.size);
  for (const [client, pieces] of structs) {
    encoding.writeVarUint(encoder.restEncoder, pieces.length);
    encoder.writeClient(client);
    encoding.writeVarUint(encoder.restEncoder, pieces[0]!.id.clock);
    for (const piece of pieces) piece.write(encoder, 0);
  }
  // A snapshot is a list of deletions and an (empty) state vector.
  const list = Y.encodeSnapshot(Y.createSnapshot(deletes, new Map())).subarray(0, -1);
  encoding.writeUint8Array(encoder.restEncoder, list);
  return encoder.toUint8Array();
}
