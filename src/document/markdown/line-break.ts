import type { Node } from "@tiptap/pm/model";
import type { Phrasing } from "./tree.ts";

/** A line break where a backslash would not be read as one. */
export const LINE_BREAK: Phrasing = { type: "html", value: "<br>" };

/** True for a paragraph that Markdown would not show: empty, or a lone line break. */
export function isBlankLine(node: Node): boolean {
  return node.childCount === 0 || (node.childCount === 1 && node.firstChild?.type.name === "hardBreak");
}
