import type { Node } from "@tiptap/pm/model";
import { type Attributes, escape, wrap } from "../html/html-elements.ts";
import type { NodeOf, Phrasing, TreeNode } from "../markdown/tree.ts";
import type { NodeFormat } from "./format.ts";
import { calloutTitle, shownKind, writtenKind } from "../nodes/callout-kinds.ts";

export const callout: NodeFormat = {
  html: (node, write) => {
    const title = wrap("strong", {}, escape(calloutTitle(node.attrs)));
    const attributes: Attributes = {
      role: "note",
      "data-callout": writtenKind(node.attrs.kind),
      "data-kind": shownKind(node.attrs.kind),
      "data-callout-title": typeof node.attrs.title === "string" ? node.attrs.title || null : null,
      "data-fold": ["open", "closed"].find((fold) => fold === node.attrs.fold),
    };
    return wrap("div", attributes, wrap("p", { "data-callout-label": true }, title) + write.children(node));
  },
  markdown: (node, write) => writeCallout(node, write.blocks(node.children)),
};

/** The quote that says it again, as GitHub and Obsidian read it; its first line stands above the text of the first paragraph. */
function writeCallout(node: Node, blocks: TreeNode[]): TreeNode {
  const { kind, title, fold } = node.attrs;
  const sign = fold === "closed" ? "-" : fold === "open" ? "+" : "";
  const name = typeof title === "string" ? title.trim() : "";
  const verbatim = (value: string): Phrasing => ({ type: "verbatim", value });
  const head: Phrasing[] = [verbatim(`[!${writtenKind(kind)}]${sign}${name === "" ? "" : " "}`)];
  if (name !== "") head.push({ type: "text", value: name });
  const [first, ...others] = blocks;
  const joined =
    first?.type === "paragraph"
      ? [{ ...first, children: [...head, verbatim("\n"), ...first.children] }, ...others]
      : [{ type: "paragraph" as const, children: head }, ...blocks];
  return { type: "blockquote", children: joined } as NodeOf<"blockquote">;
}
