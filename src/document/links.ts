import type { Node } from "@tiptap/pm/model";
import { safeNoteId } from "./note-reference.ts";
import { isRemote, safeHref, safeImageSrc } from "./html/safe-urls.ts";

/** A `title` is a note that is named and not chosen: which one it is changes with the titles there are. */
export type LinkKind = "note" | "title" | "file" | "web" | "mail" | "phone" | "path";

/** Where a note points. For a note the target is its id, for a title its small letters, else the address. */
export interface NoteLink {
  kind: LinkKind;
  target: string;
}

const NOTE_ID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
const NOTE_PATH = new RegExp(`^/app/(?:editor/|notes\\?(?:[^#]*&)?note=)(${NOTE_ID})(?:[/?#&]|$)`, "i");

/** What an address leads to; null when it is not safe or stays within the note. */
export function linkOf(href: unknown): NoteLink | null {
  const target = safeHref(href);
  if (target === null) return null;
  const note = NOTE_PATH.exec(target)?.[1];
  if (note !== undefined) return { kind: "note", target: note.toLowerCase() };
  if (target.startsWith("/files/")) return { kind: "file", target };
  if (/^mailto:/i.test(target)) return { kind: "mail", target };
  if (/^tel:/i.test(target)) return { kind: "phone", target };
  if (isRemote(target) || target.startsWith("//")) return { kind: "web", target };
  // A place within the same note is no link to anywhere.
  return target.startsWith("#") ? null : { kind: "path", target };
}

function noteOf(attrs: Record<string, unknown>): NoteLink | null {
  const noteId = safeNoteId(attrs.noteId);
  if (noteId !== null) return { kind: "note", target: noteId };
  const title = typeof attrs.title === "string" ? attrs.title.trim().toLowerCase() : "";
  return title === "" ? null : { kind: "title", target: title };
}

/** Every target once, in the order of the text; images are links to their files. */
export function linksOf(doc: Node): NoteLink[] {
  const found = new Map<string, NoteLink>();
  const add = (link: NoteLink | null) => {
    if (link !== null)
      found.set(`${link.kind} ${link.target}`, found.get(`${link.kind} ${link.target}`) ?? link);
  };
  doc.descendants((node) => {
    for (const mark of node.marks) if (mark.type.name === "link") add(linkOf(mark.attrs.href));
    if (node.type.name === "noteLink" || node.type.name === "noteEmbed") add(noteOf(node.attrs));
    if (node.type.name === "fileBlock" || node.type.name === "video") add(linkOf(node.attrs.url));
    if (node.type.name !== "image") return;
    add(linkOf(node.attrs.href));
    add(linkOf(safeImageSrc(node.attrs.src) ?? node.attrs.src));
  });
  return [...found.values()];
}
