import type { StagedNote } from "../reading/stage.ts";
import { titleOf } from "./html-file.ts";
import { readText } from "./read-text.ts";

/** Plain text: an empty line ends a paragraph, any other is a line of it. @throws Refused */
export async function readPlainText(file: string, path: string): Promise<StagedNote> {
  const text = (await readText(file)).replace(/^\uFEFF/, "").replaceAll(/\r\n?/g, "\n");
  const content = text
    .split(/\n[ \t]*\n+/)
    .map((part) => part.replace(/^\n+|\s+$/g, ""))
    .filter((part) => part.trim() !== "")
    .map((part) => ({ type: "paragraph", content: linesOf(part) }));
  return {
    title: titleOf(path),
    tags: [],
    created: null,
    updated: null,
    doc: { type: "doc", content },
    warnings: [],
  };
}

const linesOf = (part: string) =>
  part
    .split("\n")
    .flatMap((line, index) => [
      ...(index > 0 ? [{ type: "hardBreak" }] : []),
      ...(line === "" ? [] : [{ type: "text", text: line }]),
    ]);
