import { mergeAttributes, Node } from "@tiptap/core";
import type { ParsedElement } from "../html/parsed-element.ts";

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
