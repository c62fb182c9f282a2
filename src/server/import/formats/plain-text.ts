import type { StagedNote } from "../reading/stage.ts";
import { titleOf } from "./html-file.ts";
import { readText } from "./read-text.ts";

/** Of a paragraph: Markdown, in which a note is staged, is read in the square of its lines from ten thousand on. */
const LINES_MAX = 2_000;

/** Plain text: an empty line ends a paragraph, any other is a line of it. @throws Refused */
export async function readPlainText(file: string, path: string): Promise<StagedNote> {
  const text = (await readText(file)).replace(/^\uFEFF/, "").replaceAll(/\r\n?/g, "\n");
  const content = text
    .split(/\n[ \t]*\n+/)
    .map((part) => part.replace(/^\n+|\s+$/g, ""))
    .filter((part) => part.trim() !== "")
    .flatMap((part) => inPieces(part.split("\n")))
    .map((lines) => ({ type: "paragraph", content: contentOf(lines) }));
  return {
    title: titleOf(path),
    tags: [],
    created: null,
    updated: null,
    doc: { type: "doc", content },
    warnings: [],
  };
}

const inPieces = (lines: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(lines.length / LINES_MAX) }, (_, piece) =>
    lines.slice(piece * LINES_MAX, (piece + 1) * LINES_MAX),
  );

const contentOf = (lines: readonly string[]) =>
  lines.flatMap((line, index) => [
    ...(index > 0 ? [{ type: "hardBreak" }] : []),
    ...(line === "" ? [] : [{ type: "text", text: line }]),
  ]);
