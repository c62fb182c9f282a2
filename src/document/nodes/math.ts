import { mergeAttributes, Node } from "@tiptap/core";
import { integer, line } from "../clean-values.ts";
import { cleanText } from "../text/clean-text.ts";
import type { ParsedElement } from "../html/parsed-element.ts";
import type { SchemaNode } from "../schema-node.ts";

const source = {
  default: "",
  parseHTML: (element: ParsedElement) => element.textContent ?? "",
  rendered: false,
};

/** A formula within a line, in LaTeX. Two dollars or more around it (`dollars`) show it larger, as GitHub does. */
export const MathInline = Node.create({
  name: "mathInline",
  group: "inline",
  inline: true,
  atom: true,

  addAttributes() {
    return {
      source,
      dollars: {
        default: 1,
        parseHTML: (element: ParsedElement) => Number(element.getAttribute("data-dollars")) || 1,
        renderHTML: ({ dollars }: Record<string, unknown>) =>
          dollars === 1 ? {} : { "data-dollars": String(dollars) },
      },
    };
  },

  parseHTML() {
    return [{ tag: "code[data-math]", priority: 60 }];
  },

  renderHTML({ node, HTMLAttributes }) {
    return ["code", mergeAttributes(HTMLAttributes, { "data-math": "" }), String(node.attrs.source)];
  },

  renderText({ node }) {
    return String(node.attrs.source);
  },
});

/** A formula on lines of its own. `meta` stood behind the opening dollars and is kept for export. */
export const MathBlock = Node.create({
  name: "mathBlock",
  group: "block",
  atom: true,
  defining: true,

  addAttributes() {
    return { source, meta: { default: null, rendered: false } };
  },

  parseHTML() {
    // Before the code block, which takes every other <pre>.
    return [{ tag: "pre[data-math]", priority: 60 }];
  },

  renderHTML({ node, HTMLAttributes }) {
    return ["pre", mergeAttributes(HTMLAttributes, { "data-math": "" }), String(node.attrs.source)];
  },

  renderText({ node }) {
    return String(node.attrs.source);
  },
});

const FORMULA_MAX = 100_000;
const formula = (value: unknown) => (typeof value === "string" ? cleanText(value).slice(0, FORMULA_MAX) : "");

export const mathInline: SchemaNode = {
  extension: MathInline,
  attributes: { source: (value) => formula(value).replaceAll("\n", " "), dollars: integer(1, 99, 1) },
  text: ({ attrs }) => String(attrs.source ?? ""),
  isNoExcerpt: () => true,
};
export const mathBlock: SchemaNode = {
  extension: MathBlock,
  hasId: true,
  attributes: { source: formula, meta: line },
  text: ({ attrs }) => String(attrs.source ?? ""),
  isNoExcerpt: () => true,
};
