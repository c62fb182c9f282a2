import * as Y from "yjs";

type Id = { client: number; clock: number };

/** One letter (a UTF-16 unit) of a shared text, there or deleted. */
export type Cell = Id & { letter: string; item: Y.Item };

/**
 * Letters that a change took away in one place and wrote again in another. Yjs cannot move: a line that is broken, joined, dragged or
 * turned into a heading is deleted and copied.
 */
export type Copied = {
  source: Y.XmlText;
  /** What was copied, as it stood; `run` has the copy of each. */
  cells: Cell[];
  target: Y.XmlText;
  run: Cell[];
  /** Own letters between them that the copy does not have: `behind` so many of the cells. */
  strays: { cell: Cell; behind: number }[];
};

/** What is asked of a letter of a source. */
type Look = {
  /** The change's author deleted it, so it was seen. */
  isTaken: (cell: Cell) => boolean;
  /** It was deleted here before, by this page's own copy, and by the author as well. */
  isKnown: (cell: Cell) => boolean;
  /** It went with the block it stood in, unseen. */
  isLost: (cell: Cell) => boolean;
  /** This page wrote it. */
  isOwn: (cell: Cell) => boolean;
};

const NEVER = () => false;

export const idOf = ({ client, clock }: Id) => `${client} ${clock}`;

/** The copies that a change of this page made. */
export function ownCopiesIn(transaction: Y.Transaction): Copied[] {
  const isTaken = (cell: Cell) => isIn(transaction.deleteSet, cell);
  return copiesIn(transaction, textsWithDeletions(transaction), {
    isTaken,
    isKnown: NEVER,
    isLost: NEVER,
    isOwn: NEVER,
  });
}

/** A text whose letters went, with own ones that were not seen, to a place that had gone already: who took them brings them back. */
export type Missing = { source: Y.XmlText; seen: ReadonlySet<string> };

/** The texts that this page knows to be on their way. */
type Known = { copies: Copied[]; missing: Missing[] };

/**
 * The copies that somebody else's change made.
 * @param deletes All that the change deletes: what its author saw
 * @param known The copies that the author may not have seen, and what is missing
 */
export function othersCopiesIn(
  transaction: Y.Transaction,
  deletes: Y.Transaction["deleteSet"],
  known: Known,
): Copied[] {
  const copied = new Set(known.copies.flatMap(({ cells }) => cells.map(idOf)));
  const seen = new Set(known.missing.flatMap((one) => [...one.seen]));
  const missing = new Set(known.missing.map(({ source }) => source));
  const isNowDeleted = (cell: Cell) => isIn(transaction.deleteSet, cell);
  const sources = new Set([
    ...textsWithDeletions(transaction),
    ...known.copies.map(({ source }) => source),
    ...missing,
  ]);
  return copiesIn(transaction, sources, {
    isTaken: (cell) => seen.has(idOf(cell)) || (isIn(deletes, cell) && isNowDeleted(cell)),
    isKnown: (cell) => isIn(deletes, cell) && (copied.has(idOf(cell)) || !isNowDeleted(cell)),
    isLost: (cell) =>
      !isIn(deletes, cell) &&
      (isNowDeleted(cell) || (cell.item.deleted && missing.has(cell.item.parent as Y.XmlText))),
    isOwn: ({ client }) => client === transaction.doc.clientID,
  });
}

/** What a change took away together with own letters, while it wrote where nothing is any more. */
export function missingAfter(
  transaction: Y.Transaction,
  deletes: Y.Transaction["deleteSet"],
  copies: Copied[],
): Missing[] {
  if (!bringsWhatIsGone(transaction)) return [];
  const found = new Set(copies.map(({ source }) => source));
  return [...textsWithDeletions(transaction)].flatMap((source) => {
    if (found.has(source)) return [];
    const gone = cellsOf(source).filter((cell) => isIn(transaction.deleteSet, cell));
    const hasOwn = gone.some((cell) => cell.client === transaction.doc.clientID && !isIn(deletes, cell));
    const seen = gone.filter((cell) => isIn(deletes, cell));
    return hasOwn && seen.length > 0 ? [{ source, seen: new Set(seen.map(idOf)) }] : [];
  });
}

function bringsWhatIsGone({ beforeState, afterState, doc }: Y.Transaction): boolean {
  return [...afterState].some(([client, clock]) => {
    const known = beforeState.get(client) ?? 0;
    if (clock === known) return false;
    const structs = doc.store.clients.get(client)!;
    return structs.slice(Y.findIndexSS(structs, known)).some(({ deleted }) => deleted);
  });
}

type Run = { target: Y.XmlText; cells: Cell[]; word: string };

/** A change of so many texts at once (replace all, a pasted book) is nobody's Enter: comparing each with each would take seconds. */
const MOST_PAIRS = 40_000;

function copiesIn(transaction: Y.Transaction, sources: Set<Y.XmlText>, look: Look): Copied[] {
  if (sources.size === 0) return [];
  const runs = addedRuns(transaction);
  if (runs.length === 0 || sources.size * runs.length > MOST_PAIRS) return [];
  return [...sources].flatMap((source) => {
    const cells = cellsOf(source).filter((cell) => !isNew(transaction, cell));
    const whole = copyIn(transaction, source, cells, runs, look);
    // Several changes at once may have taken several pieces: between them is what stayed.
    return (
      whole ?? piecesOf(cells, look).flatMap((piece) => copyIn(transaction, source, piece, runs, look) ?? [])
    );
  });
}

/** The parts between letters that stayed, if anything was taken from more than one of them. */
function piecesOf(cells: Cell[], { isTaken, isKnown, isLost, isOwn }: Look): Cell[][] {
  const pieces: Cell[][] = [];
  let piece: Cell[] | null = null;
  for (const cell of cells) {
    const stays = !cell.item.deleted && !isTaken(cell) && !isKnown(cell) && !isLost(cell) && !isOwn(cell);
    if (stays) piece = null;
    else if (piece) piece.push(cell);
    else pieces.push((piece = [cell]));
  }
  return pieces.length > 1 ? pieces : [];
}

function copyIn(
  transaction: Y.Transaction,
  source: Y.XmlText,
  cells: Cell[],
  runs: Run[],
  look: Look,
): Copied[] | null {
  const seen = cells.filter((cell) => look.isTaken(cell) || look.isKnown(cell));
  const words = wordOf(seen);
  if (words === "") return null;
  for (const { target, cells: run, word } of runs) {
    const from = target === source ? -1 : placeIn(seen, words, word, look);
    if (from < 0) continue;
    const copied = seen.slice(from, from + run.length);
    const hasTail = isNewType(transaction, target) && isBehind(target, source);
    return [{ source, target, cells: copied, run, strays: straysIn(cells, copied, hasTail, look) }];
  }
  return null;
}

/** Where a copy begins among the letters: all that were taken now are in it; of those copied here before, some at the ends may be missing. */
function placeIn(seen: Cell[], words: string, copy: string, { isTaken }: Look): number {
  for (let from = words.indexOf(copy); from >= 0; from = words.indexOf(copy, from + 1)) {
    const rest = [...seen.slice(0, from), ...seen.slice(from + copy.length)];
    if (!rest.some(isTaken)) return from;
  }
  return -1;
}

/**
 * @param hasTail The copy is a new block behind: a line was broken, and all that the other had seen behind the break went along. What
 * stands there still was not seen; elsewhere it may have been left on purpose.
 */
function straysIn(cells: Cell[], copied: Cell[], hasTail: boolean, look: Look): Copied["strays"] {
  const strays: Copied["strays"] = [];
  let behind = 0;
  for (const cell of cells) {
    if (cell === copied[behind]) behind++;
    else if (look.isOwn(cell) && !look.isKnown(cell) && !look.isTaken(cell)) {
      const isWithin = behind > 0 && (behind < copied.length || hasTail);
      if (look.isLost(cell) || (!cell.item.deleted && isWithin)) strays.push({ cell, behind });
    }
  }
  return strays;
}

export function isBehind(one: Y.XmlText, other: Y.XmlText): boolean {
  const [a, b] = [pathOf(one), pathOf(other)];
  const depth = a.findIndex((index, at) => index !== b[at]);
  return depth >= 0 && a[depth]! > (b[depth] ?? -1);
}

/** The place of a type in the document, as indexes from the root; those of deleted types count. */
function pathOf({ _item }: Y.XmlText): number[] {
  const path: number[] = [];
  for (let item = _item; item; item = (item.parent as Y.XmlElement)._item) {
    let index = 0;
    for (let left = item.left; left; left = left.left) index++;
    path.unshift(index);
  }
  return path;
}

export function cellsOf(text: Y.XmlText): Cell[] {
  const cells: Cell[] = [];
  for (let item = text._start; item; item = item.right) {
    if (!(item.content instanceof Y.ContentString)) continue;
    const { client, clock } = item.id;
    for (const [offset, letter] of item.content.str.split("").entries())
      cells.push({ client, clock: clock + offset, letter, item });
  }
  return cells;
}

/** What one person put in at one place in one go. */
function addedRuns(transaction: Y.Transaction): Run[] {
  const { beforeState, afterState } = transaction;
  if ([...afterState].every(([client, clock]) => beforeState.get(client) === clock)) return [];
  const texts = [...transaction.changed.keys()].flatMap((type) => textsIn(transaction, type));
  return [...new Set(texts)].flatMap((target) => {
    const runs: Cell[][] = [];
    let last: Cell | undefined;
    for (const cell of cellsOf(target)) {
      if (cell.item.deleted || !isNew(transaction, cell)) last = undefined;
      else {
        // Where bold begins or ends is written between the letters.
        if (last?.client === cell.client && last.clock < cell.clock) runs.at(-1)!.push(cell);
        else runs.push([cell]);
        last = cell;
      }
    }
    return runs.map((cells) => ({ target, cells, word: wordOf(cells) }));
  });
}

/** The texts in which a changed type may have got letters: itself, or those of its new children. */
function textsIn(transaction: Y.Transaction, type: unknown): Y.XmlText[] {
  if (type instanceof Y.XmlText) return type._item?.deleted ? [] : [type];
  if (!(type instanceof Y.XmlFragment)) return [];
  return type
    .toArray()
    .flatMap((child) => (isNewType(transaction, child) ? textsIn(transaction, child) : []));
}

function textsWithDeletions(transaction: Y.Transaction): Set<Y.XmlText> {
  const texts = new Set<Y.XmlText>();
  Y.iterateDeletedStructs(transaction, transaction.deleteSet, (struct) => {
    const isLetters = struct instanceof Y.Item && struct.content instanceof Y.ContentString;
    if (isLetters && struct.parent instanceof Y.XmlText) texts.add(struct.parent);
  });
  return texts;
}

const isNewType = (transaction: Y.Transaction, { _item: item }: { _item: Y.Item | null }) =>
  item !== null && isNew(transaction, item.id);

const isNew = ({ beforeState }: Y.Transaction, { client, clock }: Id) =>
  clock >= (beforeState.get(client) ?? 0);

const isIn = (deletes: Y.Transaction["deleteSet"], { client, clock }: Id) =>
  Y.isDeleted(deletes, Y.createID(client, clock));

const wordOf = (cells: Cell[]) => cells.map(({ letter }) => letter).join("");
