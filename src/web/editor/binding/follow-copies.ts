import * as Y from "yjs";
import { type Cell, cellsOf, type Copied, idOf, isBehind } from "./copies.ts";
import type { Recent, RecentCopies } from "./recent-copies.ts";

type Id = { client: number; clock: number };

/** Behind a letter, before it, or (without one) at the beginning of a text. */
export type Spot = { text: Y.XmlText; letter: Id | null; isBefore?: boolean };

/** Where what stood behind a letter, or at the beginning of a text, stands now. */
export type Moved = Map<string, Spot>;

export const startOf = (id: Id) => `start ${idOf(id)}`;

export function lettersMoved(copies: Copied[]): Moved {
  const moved: Moved = new Map();
  for (const { source, cells, run, target } of copies) {
    for (const [index, cell] of cells.entries()) moved.set(idOf(cell), { text: target, letter: run[index]! });
    const isFromStart = source._item && idOf(cellsOf(source)[0]!) === idOf(cells[0]!);
    if (isFromStart) moved.set(startOf(source._item!.id), { text: target, letter: run[0]!, isBefore: true });
  }
  return moved;
}

export function nowAt(moved: Moved, caret: string): Spot | null {
  let found = moved.get(caret) ?? null;
  // Copied, then brought to where the other copy is, then to where that one was put.
  for (let hops = 0; found && !found.isBefore && hops < 4; hops++) {
    const next = found.letter ? idOf(found.letter) : startOf(found.text._item!.id);
    found = moved.get(next) ?? found;
  }
  return found;
}

export const indexAt = ({ text, letter, isBefore = false }: Spot): number =>
  letter ? indexOf(text, letter) + (isBefore || !isThere(text, letter) ? 0 : 1) : 0;

/** Brings own letters after the text they were typed in, and makes one of two copies. To be called within a transaction of this page. */
export function settle(copies: Copied[], recent: RecentCopies): Moved {
  const moved = lettersMoved(copies);
  // Somebody else may have seen these letters and copied them as well.
  const brought = copies.flatMap((copied) => bringStrays(copied, moved));
  const settled = { moved, brought: ownIn(recent) };
  for (const theirs of copies)
    for (const known of recent.list())
      if (known.copied.source === theirs.source) mergeCopies(theirs, known, settled);
  recent.addOfOthers(copies);
  recent.addBrought(brought);
  return moved;
}

/** Letters that this page has brought itself, or copied. */
const ownIn = (recent: RecentCopies) =>
  new Set(recent.list().flatMap(({ copied, isOwn }) => (isOwn ? copied.cells.map(idOf) : [])));

type Settled = { moved: Moved; brought: ReadonlySet<string> };

function bringStrays({ source, run, strays, target }: Copied, moved: Moved): Copied[] {
  // From the end: what is put in does not shift what is still to come.
  const groups = groupsOf(strays).toReversed();
  return groups.map((group) => {
    const { behind } = group[0]!;
    const spot: Spot =
      behind > 0
        ? { text: target, letter: run[behind - 1]! }
        : { text: target, letter: run[0]!, isBefore: true };
    const cells = group.map(({ cell }) => cell);
    return { source, cells, target, run: bring(cells, spot, moved), strays: [] };
  });
}

/** @returns The letters where they are now */
function bring(cells: Cell[], spot: Spot, moved: Moved): Cell[] {
  const { text } = spot;
  const doc = text.doc!;
  const client = doc.clientID;
  const clock = Y.getState(doc.store, client);
  text.insert(indexAt(spot), cells.map(({ letter }) => letter).join(""));
  for (const [offset, cell] of cells.entries()) {
    moved.set(idOf(cell), { text, letter: { client, clock: clock + offset } });
  }
  remove(cells);
  return cellsOf(text).filter(
    (cell) => cell.client === client && cell.clock >= clock && cell.clock < clock + cells.length,
  );
}

function groupsOf(strays: Copied["strays"]): Copied["strays"][] {
  const groups: Copied["strays"][] = [];
  for (const stray of strays) {
    const last = groups.at(-1);
    if (last?.[0]!.behind === stray.behind) last.push(stray);
    else groups.push([stray]);
  }
  return groups;
}

/** How many letters stand before this one in its text, be it there or deleted. */
function indexOf(text: Y.XmlText, { client, clock }: Id): number {
  let index = 0;
  for (let item = text._start; item; item = item.right) {
    const isHere = item.id.client === client && clock >= item.id.clock && clock < item.id.clock + item.length;
    if (isHere) return index + (item.deleted ? 0 : clock - item.id.clock);
    if (!item.deleted && item.countable) index += item.length;
  }
  return index;
}

function isThere(text: Y.XmlText, { client, clock }: Id): boolean {
  return cellsOf(text).some((cell) => cell.client === client && cell.clock === clock && !cell.item.deleted);
}

/** Takes letters out, neighbours at once: of half a character Yjs would make a question mark. */
function remove(cells: Cell[]): void {
  const ids = new Set(cells.map(idOf));
  for (const text of new Set(cells.map(({ item }) => item.parent as Y.XmlText))) {
    if (text._item?.deleted) continue;
    const ranges: { index: number; length: number }[] = [];
    let index = 0;
    for (let item = text._start; item; item = item.right) {
      if (item.deleted || !item.countable) continue;
      for (let offset = 0; offset < item.length; offset++, index++) {
        if (!ids.has(idOf({ client: item.id.client, clock: item.id.clock + offset }))) continue;
        const last = ranges.at(-1);
        if (last && last.index + last.length === index) last.length++;
        else ranges.push({ index, length: 1 });
      }
    }
    for (const range of ranges.toReversed()) text.delete(range.index, range.length);
  }
}

/** Of a line broken in two places the later break keeps what is behind it; of equal copies one stays. */
function mergeCopies(theirs: Copied, { copied: known, isOwn }: Recent, settled: Settled): void {
  const { moved } = settled;
  const knownAt = new Map(known.cells.map((cell, index) => [idOf(cell), index]));
  const both = theirs.cells.flatMap((cell, at) => {
    const index = knownAt.get(idOf(cell));
    return index === undefined ? [] : [{ theirs: theirs.run[at]!, known: known.run[index]! }];
  });
  if (both.length === 0) return;
  const source = cellsOf(theirs.source).map(idOf);
  const order = source.indexOf(idOf(theirs.cells[0]!)) - source.indexOf(idOf(known.cells[0]!));
  const isKnownLoser = order === 0 ? isFirst(known, theirs) : order > 0;
  const pairs = both.map((pair) =>
    isKnownLoser ? { lost: pair.known, kept: pair.theirs } : { lost: pair.theirs, kept: pair.known },
  );
  const [loser, winner] = isKnownLoser ? [known, theirs] : [theirs, known];
  bringBeside(loser, winner.target, pairs, settled);
  for (const { lost, kept } of pairs) moved.set(idOf(lost), { text: winner.target, letter: kept });
  remove(pairs.map(({ lost }) => lost));
  removeEmpty(loser);
  // The later part stands behind the earlier one; whose it is puts it there.
  // Letters that were brought stand in somebody else's block.
  const isOwnBlock = isOwn && known.target._item?.id.client === known.target.doc?.clientID;
  if (isOwnBlock && order < 0 && isBehind(theirs.target, known.target)) moveBehind(known, theirs, moved);
}

/** Own letters that were written in the copy that goes, and own ones that only it has; those of others are theirs to bring. */
function bringBeside(
  { cells: copied, run, target: from }: Copied,
  to: Y.XmlText,
  pairs: { lost: Cell; kept: Cell }[],
  { moved, brought }: Settled,
): void {
  const own = from.doc!.clientID;
  const counterpart = new Map(pairs.map(({ lost, kept }) => [idOf(lost), kept]));
  const toBring = ({ client, clock }: Cell) => client === own && !brought.has(idOf({ client, clock }));
  const isOwn = new Map(run.map((cell, index) => [idOf(cell), toBring(copied[index]!)]));
  const groups: { behind: Cell; cells: Cell[] }[] = [];
  let behind: Cell | null = null;
  for (const cell of cellsOf(from)) {
    const kept = counterpart.get(idOf(cell));
    if (kept) behind = kept;
    else if (isOwn.get(idOf(cell)) === false) continue;
    else if (!cell.item.deleted && cell.client !== own && !isOwn.has(idOf(cell))) behind = null;
    else if (!cell.item.deleted && behind) {
      if (groups.at(-1)?.behind === behind) groups.at(-1)!.cells.push(cell);
      else groups.push({ behind, cells: [cell] });
    }
  }
  for (const group of groups) bring(group.cells, { text: to, letter: group.behind }, moved);
}

/** All pages must decide alike, whatever each shows by now; of two blocks put in at one place Yjs puts that with the lower number first. */
const isFirst = ({ run: [a] }: Copied, { run: [b] }: Copied) =>
  a!.client === b!.client ? a!.clock < b!.clock : a!.client < b!.client;

/** A block that was replaced, not broken, leaves no empty one behind. */
function removeEmpty({ source, target }: Copied): void {
  const block = target.parent;
  const wasReplaced = (source.parent as Y.XmlElement)._item?.deleted;
  if (!wasReplaced || target.length > 0 || !(block instanceof Y.XmlElement) || block.length > 1) return;
  // Somebody else removed it already.
  if (block._item?.deleted) return;
  let empty: Y.XmlElement = block;
  while (empty.parent instanceof Y.XmlElement && empty.parent.length === 1) empty = empty.parent;
  const parent = empty.parent as Y.XmlFragment;
  parent.delete(parent.toArray().indexOf(empty), 1);
}

function moveBehind(own: Copied, theirs: Copied, moved: Moved): void {
  const [ownLine, theirLine] = [lineOf(own.target), lineOf(theirs.target)];
  const depth = ownLine.findIndex((type, at) => type !== theirLine[at]);
  const [parent, block, before] = [ownLine[depth - 1], ownLine[depth], theirLine[depth]];
  if (!(block instanceof Y.XmlElement) || !(before instanceof Y.XmlElement)) return;
  if (!(parent instanceof Y.XmlFragment) || block._item?.deleted || before._item?.deleted) return;
  const copy = block.clone();
  parent.insert(parent.toArray().indexOf(before) + 1, [copy]);
  const there = textsOf(copy).map((text) => ({ text, cells: cellsOf(text) }));
  for (const [index, text] of textsOf(block).entries()) {
    moved.set(startOf(text._item!.id), { text: there[index]!.text, letter: null });
    const cells = cellsOf(text).filter(({ item }) => !item.deleted);
    for (const [at, cell] of cells.entries()) {
      moved.set(idOf(cell), { text: there[index]!.text, letter: there[index]!.cells[at]! });
    }
  }
  parent.delete(parent.toArray().indexOf(block), 1);
}

function textsOf(block: Y.XmlElement): Y.XmlText[] {
  return block.toArray().flatMap((child) => {
    if (child instanceof Y.XmlText) return [child];
    return child instanceof Y.XmlElement ? textsOf(child) : [];
  });
}

/** A type and all it stands in, from the root. */
function lineOf(text: Y.XmlText): unknown[] {
  const line: unknown[] = [];
  for (let at: { parent: unknown } | null = text; at; at = at.parent as { parent: unknown } | null)
    line.unshift(at);
  return line;
}
