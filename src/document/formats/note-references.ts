import { escape, wrap } from "../html/html-elements.ts";
import type { NodeFormat } from "./format.ts";
import { notePath, referenceText, safeNoteId, writeReference } from "../note-reference.ts";

type Attrs = Record<string, unknown>;

export const noteLink: NodeFormat = {
  html: ({ attrs }) => linkOf(attrs),
  inlineMarkdown: ({ attrs }) => ({ type: "verbatim", value: `[[${writeReference(asReference(attrs))}]]` }),
};

export const noteEmbed: NodeFormat = {
  html: ({ attrs }) => wrap("p", { "data-note-embed": true }, linkOf(attrs)),
  markdown: ({ attrs }) => {
    const value = `![[${writeReference({ ...asReference(attrs), label: null })}]]`;
    return { type: "paragraph", children: [{ type: "verbatim", value }] };
  },
};

const asReference = ({ title, anchor, label }: Attrs) => ({ title, anchor, label });

function linkOf(attrs: Attrs): string {
  const noteId = safeNoteId(attrs.noteId);
  const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : null);
  const kept = {
    "data-note-link": true,
    "data-note-id": noteId,
    "data-note-title": text(attrs.title),
    "data-note-anchor": text(attrs.anchor),
    "data-note-label": text(attrs.label),
  };
  const href = noteId === null ? null : notePath(noteId, attrs.anchor);
  return wrap("a", { ...kept, href }, escape(referenceText(attrs)));
}
