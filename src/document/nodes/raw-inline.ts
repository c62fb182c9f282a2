import { mergeAttributes, Node } from "@tiptap/core";
import { rawAttributes, rawText, rawValues } from "./raw-block.ts";
import type { SchemaNode } from "../schema-node.ts";

/** The inline counterpart of RawBlock: an HTML tag, a footnote mark, a formula within a line. */
export const RawInline = Node.create({
  name: "rawInline",
  group: "inline",
  inline: true,
  atom: true,
  addAttributes: rawAttributes,

  parseHTML() {
    return [{ tag: "span[data-raw]", priority: 60 }];
  },

  renderHTML({ node, HTMLAttributes }) {
    return ["span", mergeAttributes(HTMLAttributes, { contenteditable: "false" }), String(node.attrs.source)];
  },

  renderText({ node }) {
    return String(node.attrs.source);
  },
});

export const rawInline: SchemaNode = { extension: RawInline, attributes: rawValues, ...rawText };
