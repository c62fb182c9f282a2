import { mergeAttributes, Node } from "@tiptap/core";
import { isTrue } from "../clean-values.ts";
import type { ParsedElement } from "../html/parsed-element.ts";
import type { SchemaNode } from "../schema-node.ts";

/**
 * A part that folds away under its first line. Its rule is as wide as it can be: what two people do at the same time may
 * leave no summary or two, and what breaks a rule would be taken out of the note, text and all.
 */
export const Toggle = Node.create({
  name: "toggle",
  group: "block",
  content: "toggleSummary* block*",
  defining: true,

  addAttributes() {
    return {
      /** How it is on a device that has neither opened nor closed it. */
      isOpen: {
        default: false,
        parseHTML: (element: ParsedElement) => element.hasAttribute("open"),
        renderHTML: ({ isOpen }: Record<string, unknown>) => (isOpen === true ? { open: "" } : {}),
      },
    };
  },

  parseHTML() {
    return [{ tag: "details" }];
  },

  renderHTML({ HTMLAttributes }) {
    return ["details", mergeAttributes(HTMLAttributes), 0];
  },
});

/** The line that stays when a toggle is closed. */
export const ToggleSummary = Node.create({
  name: "toggleSummary",
  content: "inline*",
  defining: true,
  selectable: false,

  parseHTML() {
    return [{ tag: "summary" }];
  },

  renderHTML({ HTMLAttributes }) {
    return ["summary", mergeAttributes(HTMLAttributes), 0];
  },
});

export const toggle: SchemaNode = { extension: Toggle, hasId: true, attributes: { isOpen: isTrue } };
export const toggleSummary: SchemaNode = { extension: ToggleSummary };
