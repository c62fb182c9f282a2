import { mergeAttributes, Node } from "@tiptap/core";
import { line, oneOf } from "../clean-values.ts";
import type { ParsedElement } from "../html/parsed-element.ts";
import { calloutTitle, writtenKind } from "./callout-kinds.ts";
import type { SchemaNode } from "../schema-node.ts";

const fromAttribute = (name: string) => (element: ParsedElement) => element.getAttribute(name);

/** GitHub's own pages say the kind in a class. */
function kindOf(element: ParsedElement): string {
  const ofGitHub = /(?:^|\s)markdown-alert-(\w+)/.exec(element.getAttribute("class") ?? "")?.[1];
  return writtenKind(element.getAttribute("data-callout") ?? ofGitHub?.toUpperCase());
}

/** A box that says what kind of remark stands in it. `fold` is Obsidian's sign: whether it can be closed, and is at first. */
export const Callout = Node.create({
  name: "callout",
  group: "block",
  content: "block+",
  defining: true,

  addAttributes() {
    return {
      kind: {
        default: "NOTE",
        parseHTML: kindOf,
        renderHTML: ({ kind }: Record<string, unknown>) => ({ "data-callout": writtenKind(kind) }),
      },
      title: {
        default: null,
        parseHTML: fromAttribute("data-callout-title"),
        renderHTML: ({ title }: Record<string, unknown>) =>
          typeof title === "string" ? { "data-callout-title": title } : {},
      },
      fold: {
        default: null,
        parseHTML: fromAttribute("data-fold"),
        renderHTML: ({ fold }: Record<string, unknown>) =>
          fold === "open" || fold === "closed" ? { "data-fold": fold } : {},
      },
    };
  },

  parseHTML() {
    return [
      { tag: "aside[data-callout], div[data-callout]" },
      { tag: "div.markdown-alert" },
      { tag: "[data-callout-label], .markdown-alert-title", ignore: true, priority: 70 },
    ];
  },

  renderHTML({ HTMLAttributes }) {
    return ["div", mergeAttributes({ role: "note" }, HTMLAttributes), 0];
  },
});

export const callout: SchemaNode = {
  extension: Callout,
  hasId: true,
  attributes: { kind: writtenKind, title: line, fold: oneOf("open", "closed") },
  text: ({ attrs }) => calloutTitle(attrs),
};
