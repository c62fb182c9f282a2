import type { Node } from "@tiptap/pm/model";
import { mapTexts, originOfText } from "./origins.ts";

/** What people wrote of it: without the text that models did. */
export const withoutModels = (node: Node): Node =>
  mapTexts(node, (text) => (originOfText(text)?.kind === "ai" ? null : text));

/** The text that models wrote, a piece a line. */
export function textOfModels(node: Node): string {
  const pieces: string[] = [];
  let last: Node | null = null;
  node.descendants((child, _, parent) => {
    if (!child.isText || originOfText(child)?.kind !== "ai") {
      if (child.isInline) last = null;
      return;
    }
    if (last === parent) pieces.push(`${pieces.pop()}${child.text}`);
    else pieces.push(child.text ?? "");
    last = parent;
  });
  return pieces.join("\n");
}

/** Whether a model wrote any of it. */
export function hasModelText(node: Node): boolean {
  let isFound = false;
  node.descendants((child) => {
    if (child.isText && originOfText(child)?.kind === "ai") isFound = true;
    return !isFound;
  });
  return isFound;
}
