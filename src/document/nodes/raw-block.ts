import { mergeAttributes, Node } from "@tiptap/core";
import type { ParsedElement } from "../html/parsed-element.ts";

/** What the source of a raw node was written in. */
export const RAW_FORMATS = ["html", "markdown", "math", "frontmatter"] as const;
export type RawFormat = (typeof RAW_FORMATS)[number];

export function rawFormat(value: unknown): RawFormat {
  return RAW_FORMATS.find((format) => format === value) ?? "markdown";
}

/** Attributes that both raw nodes share: the source is kept to the letter and only ever shown as text. */
export function rawAttributes() {
  return {
    format: {
      default: "markdown",
      parseHTML: (element: ParsedElement) => rawFormat(element.getAttribute("data-raw")),
      renderHTML: (attributes: Record<string, unknown>) => ({ "data-raw": rawFormat(attributes.format) }),
    },
    source: {
      default: "",
      parseHTML: (element: ParsedElement) => element.textContent ?? "",
      rendered: false,
    },
  };
}

/** A block that we cannot edit as rich text (HTML, a footnote, math, front matter), so that nothing is lost. */
export const RawBlock = Node.create({
  name: "rawBlock",
  group: "block",
  atom: true,
  defining: true,
  addAttributes: rawAttributes,

  parseHTML() {
    // Before the code block, which takes every other <pre>.
    return [{ tag: "pre[data-raw]", priority: 60 }];
  },

  renderHTML({ node, HTMLAttributes }) {
    return ["pre", mergeAttributes(HTMLAttributes, { contenteditable: "false" }), String(node.attrs.source)];
  },

  renderText({ node }) {
    return String(node.attrs.source);
  },
});
