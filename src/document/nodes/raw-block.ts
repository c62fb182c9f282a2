import { mergeAttributes, Node } from "@tiptap/core";
import { cleanText } from "../text/clean-text.ts";
import type { ParsedElement } from "../html/parsed-element.ts";
import { rawFormat } from "./raw-format.ts";
import { withoutTags } from "../text/without-tags.ts";
import type { SchemaNode } from "../schema-node.ts";

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

/** What both raw nodes have: the source to the letter, and what it was written in. */
export const rawValues = {
  format: rawFormat,
  source: (value: unknown) => (typeof value === "string" ? cleanText(value) : ""),
};

/** The words of HTML without its tags; anything else as it was written. */
export const rawText: Pick<SchemaNode, "text" | "isNoExcerpt"> = {
  text: ({ attrs }) => {
    const source = String(attrs.source ?? "");
    return attrs.format === "html" ? withoutTags(source) : source;
  },
  isNoExcerpt: ({ attrs }) => attrs.format === "frontmatter" || attrs.format === "math",
};

export const rawBlock: SchemaNode = { extension: RawBlock, hasId: true, attributes: rawValues, ...rawText };
