import type { Editor } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { Heading, Pilcrow } from "lucide-react";
import { isBlockId } from "#document/block-id-attribute.ts";
import { schema } from "#document/schema.ts";
import { api } from "../../platform/api.ts";
import { type NamedNote, noteOfTitle } from "../../kernel/notes/note-names.ts";
import { headingsOf } from "../view/headings.ts";
import type { Suggestion } from "./suggestion-plugin.ts";
import type { Insert } from "./insert-reference.ts";
import { t } from "../../lib/messages/t.ts";

const SHOWN = 20;
const LABEL_MAX = 60;
const KEPT_MS = 5_000;

type Place = { id: string; title: string; about: string; anchor: string; isBlock: boolean };

let read: { noteId: string; at: number; doc: Promise<Node> } | undefined;

/** A note is read once for the letters of one search. */
function readNote(noteId: string): Promise<Node> {
  if (read?.noteId !== noteId || Date.now() - read.at > KEPT_MS) {
    const body = api.notes.body.call({ noteId, format: "json" });
    read = { noteId, at: Date.now(), doc: body.then(({ text }) => schema.nodeFromJSON(JSON.parse(text))) };
  }
  return read.doc;
}

/** Headings after `Title#`, blocks after `Title^` or `Title#^`; without a title of this note. Null when no such note is meant. */
export async function findParts(query: string, editor: Editor, insert: Insert): Promise<Suggestion[] | null> {
  const match = /^([^#^]*)(#\^?|\^)(.*)$/.exec(query);
  if (!match) return null;
  const [, name = "", sign = "", words = ""] = match;
  const note = name.trim() === "" ? null : await noteOfTitle(name.trim());
  if (name.trim() !== "" && !note) return null;
  const doc = note ? await readNote(note.id) : editor.state.doc;
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return (sign === "#" ? headings(doc) : blocks(doc))
    .filter(({ title }) => wanted.every((word) => title.toLowerCase().includes(word)))
    .slice(0, SHOWN)
    .map((place) => suggestion(place, note, insert));
}

const suggestion = (
  { id, title, about, anchor, isBlock }: Place,
  note: NamedNote | null,
  insert: Insert,
) => ({
  id,
  title,
  about,
  icon: isBlock ? Pilcrow : Heading,
  run: (editor: Editor) =>
    insert(editor, {
      id: note?.id ?? null,
      title: note?.title ?? "",
      anchor,
      // A block has no name of its own, and its note is this one.
      ...(isBlock && !note && { label: title.replace(/[[\]|\\]/g, " ").slice(0, LABEL_MAX) }),
    }),
});

const headings = (doc: Node): Place[] =>
  headingsOf(doc)
    .filter(({ text }) => text !== "")
    .map(({ pos, level, text }) => ({
      id: `heading-${pos}`,
      title: text,
      about: t("Heading {level}", { level }),
      anchor: text.replace(/[[\]|\\]/g, " "),
      isBlock: false,
    }));

/** The innermost blocks with words; an item of a list rather than the paragraph in it. */
function blocks(doc: Node): Place[] {
  const found: Place[] = [];
  doc.descendants((node, _pos, parent) => {
    if (!node.isTextblock) return true;
    const block = parent?.type.name.endsWith("Item") && parent.firstChild === node ? parent : node;
    const { id } = block.attrs;
    const title = node.textContent.trim();
    if (isBlockId(id) && title !== "")
      found.push({ id, title: title.slice(0, 200), about: "", anchor: `^${id}`, isBlock: true });
    return false;
  });
  return found;
}
