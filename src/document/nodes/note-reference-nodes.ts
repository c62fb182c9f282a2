import { mergeAttributes, Node } from "@tiptap/core";
import { line } from "../clean-values.ts";
import type { ParsedElement } from "../html/parsed-element.ts";
import { notePath, referenceText, safeNoteId } from "../note-reference.ts";
import type { SchemaNode } from "../schema-node.ts";

function attribute(name: string, clean: (value: string | null) => unknown = (value) => value) {
  const inHtml = `data-note-${name.replace(/^note/, "").toLowerCase()}`;
  return {
    default: null,
    parseHTML: (element: ParsedElement) => clean(element.getAttribute(inHtml)),
    renderHTML: (attributes: Record<string, unknown>) =>
      typeof attributes[name] === "string" ? { [inHtml]: attributes[name] } : {},
  };
}

const reference = {
  /** Null until somebody chose the note: it is then found by its title. */
  noteId: attribute("noteId", safeNoteId),
  title: attribute("title"),
  anchor: attribute("anchor"),
};

const pathOf = (attrs: Record<string, unknown>) => {
  const noteId = safeNoteId(attrs.noteId);
  return noteId === null ? {} : { href: notePath(noteId, attrs.anchor) };
};

/** `[[Title]]`: a link to another note, which shows the title that the note has now. */
export const NoteLink = Node.create({
  name: "noteLink",
  group: "inline",
  inline: true,
  atom: true,

  addAttributes() {
    return { ...reference, label: attribute("label") };
  },

  parseHTML() {
    return [{ tag: "a[data-note-link]", priority: 70 }];
  },

  renderHTML({ node, HTMLAttributes }) {
    const attributes = mergeAttributes(HTMLAttributes, { "data-note-link": "", ...pathOf(node.attrs) });
    return ["a", attributes, referenceText(node.attrs)];
  },

  renderText({ node }) {
    return referenceText(node.attrs);
  },
});

/** `![[Title#^block]]`: another note, or one block of it, shown here. */
export const NoteEmbed = Node.create({
  name: "noteEmbed",
  group: "block",
  atom: true,

  addAttributes() {
    return reference;
  },

  parseHTML() {
    return [{ tag: "div[data-note-embed]" }];
  },

  renderHTML({ node, HTMLAttributes }) {
    const link = ["a", pathOf(node.attrs), referenceText(node.attrs)] as const;
    return ["div", mergeAttributes(HTMLAttributes, { "data-note-embed": "" }), link];
  },

  renderText({ node }) {
    return referenceText(node.attrs);
  },
});

const attributes = { noteId: safeNoteId, title: line, anchor: line };

export const noteLink: SchemaNode = {
  extension: NoteLink,
  attributes: { ...attributes, label: line },
  text: ({ attrs }) => referenceText(attrs),
};
export const noteEmbed: SchemaNode = {
  extension: NoteEmbed,
  hasId: true,
  attributes,
  text: ({ attrs }) => referenceText(attrs),
};
