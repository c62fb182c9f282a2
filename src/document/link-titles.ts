import type { JSONContent } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { safeNoteId } from "./note-reference.ts";

/** Note ids by title, the titles trimmed and in small letters. */
export type NotesByTitle = Readonly<Record<string, string>>;

const isReference = (type: unknown) => type === "noteLink" || type === "noteEmbed";
const titleOf = (attrs: Record<string, unknown> | undefined) =>
  typeof attrs?.title === "string" ? attrs.title.trim().toLowerCase() : "";
const squeeze = (text: string) => text.toLowerCase().replace(/\s+/g, "");

/**
 * Gives links that only name a note the id of that note. A link that was chosen before keeps its note; a title that stood in double
 * brackets before, in whatever form, stays a title: somebody else may have written it there (decision 60).
 */
export function chooseNotes(doc: JSONContent, notes: NotesByTitle, before?: Node): JSONContent {
  const chosen = new Map<string, string>();
  const named = before ? namedIn(before, chosen) : "";
  const idOf = (title: string) => {
    if (title === "") return undefined;
    if (chosen.has(title)) return chosen.get(title);
    return Object.hasOwn(notes, title) && !named.includes(squeeze(`[[${title}`)) ? notes[title] : undefined;
  };
  const visit = (node: JSONContent): JSONContent => {
    const isOpen = isReference(node.type) && safeNoteId(node.attrs?.noteId) === null;
    const noteId = isOpen ? idOf(titleOf(node.attrs)) : undefined;
    return {
      ...node,
      ...(noteId !== undefined && { attrs: { ...node.attrs, noteId } }),
      ...(node.content && { content: node.content.map(visit) }),
    };
  };
  return visit(doc);
}

/** Whatever stands in double brackets or could be read as such; links that were chosen are put into `chosen`. */
function namedIn(doc: Node, chosen: Map<string, string>): string {
  const words: string[] = [];
  doc.descendants((node) => {
    if (isReference(node.type.name)) {
      const noteId = safeNoteId(node.attrs.noteId);
      if (noteId === null) words.push(`[[${titleOf(node.attrs)}`);
      else chosen.set(titleOf(node.attrs), noteId);
    } else if (typeof node.attrs.source === "string") words.push(node.attrs.source);
    else if (node.isTextblock) words.push(node.textContent);
  });
  return squeeze(words.join("\n"));
}
