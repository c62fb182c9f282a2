import type { JSONContent } from "@tiptap/core";
import { cleanText } from "./clean-text.ts";

/** The note that plain text stands for: a paragraph a line, empty lines between paragraphs left out. */
export function plainTextDoc(text: string): JSONContent {
  const lines = cleanText(text).split(/\r\n|[\n\r\u2028\u2029]/);
  const content = lines
    .filter((line) => line.trim() !== "")
    .map((line): JSONContent => ({ type: "paragraph", content: [{ type: "text", text: line }] }));
  return { type: "doc", content: content.length > 0 ? content : [{ type: "paragraph" }] };
}
