import type { Node } from "@tiptap/pm/model";
import { differingRuns, numbered } from "#document/compare/differing-runs.ts";
import { referenceText } from "#document/note-reference.ts";
import { BREAK, type Piece, wordsIn } from "./pieces.ts";

/** A part that can be accepted or refused by itself: what stands at the place now gives way to these lines. */
export type Hunk = {
  from: number;
  to: number;
  /** The words that go. */
  old: string;
  /** The words that come; more than one line begins a paragraph or an item with each further one. */
  lines: (string | Node)[][];
};

/** What stands in place of the old words, as it reads. */
export const newWords = ({ lines }: Hunk): string => lines.map(wordsOfLine).join(BREAK);
export const wordsOfLine = (line: Hunk["lines"][number]): string =>
  line.map((part) => (typeof part === "string" ? part : referenceText(part.attrs))).join("");

const NODE = /⟦\d+⟧|\[\[[^[\]\n]+\]\]/g;
const UNSPACED = /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]$/u;
const HAS_WORD = /[\p{L}\p{N}]/u;
/** Changes between which no more than this is left are one: a word between two others reads worse than all three anew. */
const MOST_BETWEEN = 2;

/** The new text cut as the old one is; a node that the old one does not have is no more than its words. */
function newPieces(text: string, old: readonly Piece[]): string[] {
  const known = new Set(old.map((piece) => piece.text));
  const pieces: string[] = [];
  let at = 0;
  for (const match of text.matchAll(NODE)) {
    if (!known.has(match[0])) continue;
    pieces.push(...wordsIn(text.slice(at, match.index)), match[0]);
    at = match.index + match[0].length;
  }
  pieces.push(...wordsIn(text.slice(at)));
  return pieces;
}

/** How much stands between two changes. */
function weight(text: string): number {
  if (text === BREAK) return Infinity;
  if (!HAS_WORD.test(text)) return text.includes("⟦") ? Infinity : 0;
  return UNSPACED.test(text) ? 1 : MOST_BETWEEN + 1;
}

type Run = ReturnType<typeof differingRuns>[number];

/**
 * What has to change for the range to say the new text. Only words that differ are in it, so that the others keep their formatting, and
 * what is fixed stays in any case.
 * @param text cleaned (clean-answer.ts)
 * @param start where the range begins, for a text that is empty
 */
export function hunksOf(old: readonly Piece[], text: string, start: number): Hunk[] {
  const next = newPieces(text, old);
  const runs = joined(
    differingRuns(
      ...numbered(
        old.map((piece) => piece.text),
        next,
      ),
    ),
    old,
  ).map((run) => shifted(run, old, next));
  return runs.flatMap((run) => hunksOfRun(run, old, next, start));
}

function joined(runs: readonly Run[], old: readonly Piece[]): Run[] {
  const result: Run[] = [];
  for (const run of runs) {
    const last = result.at(-1);
    const between = last ? old.slice(last.oldTo, run.oldFrom) : [];
    const apart = between.reduce((sum, piece) => sum + (piece.isFixed ? Infinity : weight(piece.text)), 0);
    if (last && apart <= MOST_BETWEEN) [last.oldTo, last.newTo] = [run.oldTo, run.newTo];
    else result.push({ ...run });
  }
  return result;
}

/** A line goes or comes with the break before it, so that the line after it keeps its kind. */
function shifted(run: Run, old: readonly Piece[], next: readonly string[]): Run {
  const { oldFrom, oldTo, newFrom, newTo } = run;
  const before = old[oldFrom - 1];
  if (before?.text !== BREAK || before.isFixed || newFrom === 0) return run;
  const isCut = newFrom === newTo && old[oldTo - 1]?.text === BREAK && !old[oldTo - 1]!.isFixed;
  const isAdded = oldFrom === oldTo && next[newTo - 1] === BREAK;
  if (isCut || isAdded)
    return { oldFrom: oldFrom - 1, oldTo: oldTo - 1, newFrom: newFrom - 1, newTo: newTo - 1 };
  return run;
}

/** Around what is fixed; the new words stand where the first of the old ones did. */
function hunksOfRun(run: Run, old: readonly Piece[], next: readonly string[], start: number): Hunk[] {
  let lines = linesOf(next.slice(run.newFrom, run.newTo), old);
  const parts: Piece[][] = [[]];
  for (const piece of old.slice(run.oldFrom, run.oldTo))
    if (piece.isFixed) parts.push([]);
    else parts.at(-1)!.push(piece);
  const filled = parts.filter(({ length }) => length > 0);
  if (filled.length === 0) {
    const at = old[run.oldFrom - 1]?.to ?? old[run.oldFrom]?.from ?? start;
    return lines.length > 1 || lines[0]!.length > 0 ? [{ from: at, to: at, old: "", lines }] : [];
  }
  return filled.map((part) => {
    const hunk = {
      from: part[0]!.from,
      to: part.at(-1)!.to,
      old: part.map(({ text }) => text).join(""),
      lines,
    };
    lines = [[]];
    return hunk;
  });
}

/** A link to a note that stands elsewhere now is one there; what is fixed stays where it was. */
function linesOf(pieces: readonly string[], old: readonly Piece[]): Hunk["lines"] {
  const links = new Map(old.flatMap(({ text, link }) => (link ? [[text, link] as const] : [])));
  const lines: Hunk["lines"] = [[]];
  for (const piece of pieces) {
    const line = lines.at(-1)!;
    const last = line.at(-1);
    if (piece === BREAK) lines.push([]);
    else if (links.has(piece)) line.push(links.get(piece)!);
    else if (/^⟦\d+⟧$/.test(piece)) continue;
    else if (typeof last === "string") line[line.length - 1] = last + piece;
    else line.push(piece);
  }
  return lines;
}
