import type { JSONContent } from "@tiptap/core";

/** Plain text as a document: a paragraph a line, an empty line an empty paragraph. */
export function plainTextDoc(text: string): JSONContent {
  const paragraphs = text.split(/\r\n|\r|\n/).map((line) => ({
    type: "paragraph",
    ...(line === "" ? {} : { content: [{ type: "text", text: line }] }),
  }));
  return { type: "doc", content: paragraphs };
}
