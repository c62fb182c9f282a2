import * as Y from "yjs";
import { byClient, encodeUpdate, splitOff, type Struct } from "./update-pieces.ts";

/** From a clock up to another, which is not part of it. */
type Range = { from: number; to: number };
type Decoded = ReturnType<typeof Y.decodeUpdate>;

/**
 * `Y.mergeUpdates` that keeps every word which one of the updates has. A page that was told of words only after somebody had deleted them
 * sends their places without them; Yjs takes whichever of the two begins first, and the history would miss words.
 */
export function mergeKeepingWords(updates: Uint8Array[]): Uint8Array {
  if (updates.length === 1) return updates[0]!;
  const decoded = updates.map((update) => Y.decodeUpdate(update));
  if (!decoded.some(({ structs }) => structs.some(isPlace))) return Y.mergeUpdates(updates);
  const words = rangesOfWords(decoded);
  return Y.mergeUpdates(
    updates.map((update, index) =>
      decoded[index]!.structs.some(isPlace) ? withoutKnownPlaces(decoded[index]!, words) : update,
    ),
  );
}

/** Says only that something stood there. */
const isPlace = (struct: Struct): struct is Y.Item | Y.GC =>
  struct instanceof Y.GC || (struct instanceof Y.Item && struct.content instanceof Y.ContentDeleted);

/** Where an update has more than a place, by client, in ascending order, none touching the next. */
function rangesOfWords(decoded: Decoded[]): Map<number, Range[]> {
  const full = decoded
    .flatMap(({ structs }) => structs)
    .filter((struct) => struct instanceof Y.Item && !isPlace(struct));
  const ranges = new Map<number, Range[]>();
  for (const [client, structs] of byClient(full)) {
    const own: Range[] = [];
    for (const { id, length } of structs.toSorted((a, b) => a.id.clock - b.id.clock)) {
      const last = own.at(-1);
      if (last && id.clock <= last.to) last.to = Math.max(last.to, id.clock + length);
      else own.push({ from: id.clock, to: id.clock + length });
    }
    ranges.set(client, own);
  }
  return ranges;
}

function withoutKnownPlaces({ structs, ds }: Decoded, words: Map<number, Range[]>): Uint8Array {
  const kept = new Map<number, Struct[]>();
  for (const [client, own] of byClient(structs)) {
    const ranges = words.get(client) ?? [];
    const pieces = own.flatMap((struct) => (isPlace(struct) ? leftOver(struct, ranges) : [struct]));
    while (pieces[0] instanceof Y.Skip) pieces.shift();
    while (pieces.at(-1) instanceof Y.Skip) pieces.pop();
    if (pieces.length > 0) kept.set(client, pieces);
  }
  return encodeUpdate(kept, ds);
}

/** A place in parts, with gaps for what another update has the words of. */
function leftOver(place: Y.Item | Y.GC, ranges: Range[]): Struct[] {
  const { client, clock } = place.id;
  const end = clock + place.length;
  const pieces: Struct[] = [];
  let rest = place;
  for (let at = clock; at < end;) {
    const range = ranges.find(({ to }) => to > at);
    const isKnown = range !== undefined && range.from <= at;
    const to = Math.min(end, isKnown ? range.to : (range?.from ?? end));
    const [piece, after] = cut(rest, to - at);
    pieces.push(isKnown ? new Y.Skip(Y.createID(client, at), to - at) : piece);
    rest = after ?? rest;
    at = to;
  }
  return pieces;
}

function cut(place: Y.Item | Y.GC, length: number): [Y.Item | Y.GC, (Y.Item | Y.GC)?] {
  if (length === place.length) return [place];
  if (place instanceof Y.Item) {
    const rest = splitOff(place, length);
    return [place, rest];
  }
  const { client, clock } = place.id;
  return [new Y.GC(place.id, length), new Y.GC(Y.createID(client, clock + length), place.length - length)];
}
