import type { Node } from "@tiptap/pm/model";
import { escape, wrap } from "../html/html-elements.ts";
import type { TreeNode } from "../markdown/tree.ts";
import type { NodeFormat } from "./format.ts";
import { rawFormat } from "../nodes/raw-format.ts";

/** The format of both raw nodes, but for what is around them. */
function rawFormatIn(element: "pre" | "code"): NodeFormat {
  return {
    html: ({ attrs }) =>
      wrap(element, { "data-raw": rawFormat(attrs.format) }, escape(String(attrs.source ?? ""))),
  };
}

export const rawBlock: NodeFormat = { ...rawFormatIn("pre"), markdown: writeRaw };

function writeRaw({ attrs }: Node): TreeNode {
  const source = String(attrs.source ?? "");
  if (attrs.format === "html") return { type: "html", value: source };
  // Front matter is only that at the very beginning; anywhere else it is shown as code.
  if (attrs.format === "frontmatter") return { type: "code", lang: "yaml", value: source };
  return { type: "verbatim", value: source };
}

export const rawInline: NodeFormat = {
  ...rawFormatIn("code"),
  inlineMarkdown: ({ attrs }) => ({
    type: attrs.format === "html" ? "html" : "verbatim",
    value: String(attrs.source),
  }),
};
