import { hashOf } from "./passages-of-notes.ts";
import type { ReadFile } from "./files-within-reach.ts";

/** What stands at one place of a file's text. */
export type FilePassage = {
  kind: "file";
  /** Null of a file that somebody shares: its note is then what can be opened. */
  fileId: string | null;
  /** The note that shows it; null of a file by itself. */
  noteId: string | null;
  title: string;
  text: string;
  range: { start: number; end: number } | null;
  hash: string | null;
};

/** Of a passage, in characters: a paragraph or two. */
const LENGTH = 900;
/** Of one file; more is nothing that a question is compared with. */
const TEXT_MAX = 2_000_000;

/** The text of files in pieces that can be named, in their order. */
export const passagesOfFiles = (files: readonly ReadFile[]): FilePassage[] =>
  files.flatMap(({ id, name, text }) =>
    cut(text.slice(0, TEXT_MAX)).map(({ start, end }): FilePassage => {
      const words = text.slice(start, end);
      return {
        kind: "file",
        fileId: id,
        noteId: null,
        title: name,
        text: words,
        range: { start, end },
        hash: hashOf(words),
      };
    }),
  );

/** At the ends of paragraphs, or else of lines, sentences, words. */
export function cut(text: string): { start: number; end: number }[] {
  const pieces: { start: number; end: number }[] = [];
  for (let at = 0; at < text.length;) {
    const until = at + LENGTH >= text.length ? text.length : endIn(text, at);
    const words = text.slice(at, until);
    const start = at + words.length - words.trimStart().length;
    const end = at + words.trimEnd().length;
    if (end > start) pieces.push({ start, end });
    at = until;
  }
  return pieces;
}

const ENDS = [/\n\s*\n/g, /\n/g, /[.!?。！？]["”')]?\s/gu, /\s/g];

function endIn(text: string, from: number): number {
  const window = text.slice(from, from + LENGTH);
  for (const end of ENDS) {
    const last = [...window.matchAll(end)].findLast(({ index }) => index > LENGTH / 3);
    if (last) return from + last.index + last[0].length;
  }
  // Never within a surrogate pair.
  const isHalf = /[\uD800-\uDBFF]$/.test(window);
  return from + LENGTH - (isHalf ? 1 : 0);
}
