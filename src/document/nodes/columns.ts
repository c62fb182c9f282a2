import { mergeAttributes, Node } from "@tiptap/core";
import type { SchemaNode } from "../schema-node.ts";

/** Parts beside each other, under each other where there is no room. */
export const Columns = Node.create({
  name: "columns",
  group: "block",
  content: "column+",
  defining: true,
  isolating: true,

  parseHTML() {
    return [{ tag: "div.columns" }];
  },

  renderHTML({ HTMLAttributes }) {
    return ["div", mergeAttributes(HTMLAttributes, { class: "columns" }), 0];
  },
});

export const Column = Node.create({
  name: "column",
  content: "block+",
  defining: true,
  isolating: true,
  selectable: false,

  parseHTML() {
    return [{ tag: "div.column", context: "columns/" }];
  },

  renderHTML({ HTMLAttributes }) {
    return ["div", mergeAttributes(HTMLAttributes, { class: "column" }), 0];
  },
});

export const columns: SchemaNode = { extension: Columns, hasId: true };
export const column: SchemaNode = { extension: Column };
