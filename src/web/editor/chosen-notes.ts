import { type Editor, Extension, getChangedRanges, InputRule, PasteRule } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import type { EditorState, Transaction } from "@tiptap/pm/state";
import { readReference, safeNoteId } from "#document/note-reference.ts";
import { followTitle, noteOfTitle } from "../kernel/notes/note-names.ts";
import { keepPlace } from "./input/kept-place.ts";
import { setAttribute } from "./nodes/set-attribute.ts";

/** Marks a change whose new links to notes are to be found by their titles. */
export const NAMED = "namedNotes";

const isReference = (node: Node | null) => /^note(?:Link|Embed)$/.test(node?.type.name ?? "");

/** Where links and embeds stand that only name their note. */
export function waitingLinks(doc: Node, from = 0, to = doc.content.size): number[] {
  const found: number[] = [];
  doc.nodesBetween(from, to, (node, at) => {
    if (at >= from && isReference(node) && node.attrs.title && safeNoteId(node.attrs.noteId) === null)
      found.push(at);
  });
  return found;
}

/** Gives the link at a place the note, as soon as it is known and if the link still stands there, wherever that is by now. */
export async function chooseNote(editor: Editor, at: number, asked: Promise<string | null>): Promise<void> {
  const title: unknown = editor.state.doc.nodeAt(at)?.attrs.title;
  const place = keepPlace(editor, at, 1);
  const noteId = await asked.catch(() => null);
  const now = place.release();
  if (noteId === null || editor.isDestroyed || !editor.isEditable) return;
  const node = editor.state.doc.nodeAt(now);
  if (node === null || !isReference(node) || node.attrs.title !== title || safeNoteId(node.attrs.noteId))
    return;
  editor.view.dispatch(editor.state.tr.setNodeAttribute(now, "noteId", noteId));
}

/** `[[Title#part|label]]` as a link; with a mark before it, and alone in its paragraph, as an embed. */
function putReference(state: EditorState, from: number, to: number, source: string): boolean {
  const isEmbed = source.startsWith("!");
  const reference = readReference(source.slice(isEmbed ? 3 : 2, -2));
  const { tr, schema } = state;
  const $from = tr.doc.resolve(from);
  if (!reference || $from.parent.type.spec.code) return false;
  if ($from.marks().some(({ type }) => type.name === "code")) return false;
  const { label, ...attrs } = reference;
  const embed = schema.nodes["noteEmbed"];
  const [outer, at] = [$from.node(-1), $from.index(-1)];
  const isAlone = $from.parent.type.name === "paragraph" && from === $from.start() && to >= $from.end();
  if (isEmbed && isAlone && label === null && embed && outer.canReplaceWith(at, at + 1, embed)) {
    tr.replaceRangeWith($from.before(), $from.after(), embed.create(attrs));
    // The caret needs a line to go on in.
    const end = $from.before() + 1;
    if (tr.doc.resolve(end).nodeAfter === null) tr.insert(end, schema.node("paragraph"));
  } else {
    tr.replaceWith(from, to, schema.node("noteLink", { ...attrs, label }, undefined, $from.marks()));
  }
  tr.setMeta(NAMED, true);
  return true;
}

const typed = new InputRule({
  find: /!?\[\[[^[\]\n]+\]\]$/,
  handler: ({ state, range, match }) => {
    const $from = state.doc.resolve(range.from);
    // Code whose second backtick is still to come.
    const before = $from.parent.textBetween(0, $from.parentOffset);
    if (before.split("`").length % 2 === 0) return null;
    return putReference(state, range.from, range.to, match[0]) ? undefined : null;
  },
});

const pasted = new PasteRule({
  find: /!?\[\[[^[\]\n]+\]\]/g,
  handler: ({ state, range, match }) => {
    putReference(state, range.from, range.to, match[0]);
  },
});

/** Titles in one change are looked for one after the other; a page of links must not be a storm of searches. */
async function findNotesOf(editor: Editor, places: number[]): Promise<void> {
  const asked = new Map<string, Promise<string | null>>();
  let last: Promise<unknown> = Promise.resolve();
  const chosen = places.map((at) => {
    const title = String(editor.state.doc.nodeAt(at)?.attrs.title).trim();
    const known = asked.get(title);
    const find = known ?? last.then(async () => (await noteOfTitle(title))?.id ?? null);
    asked.set(title, find);
    if (!known) last = find.catch(() => null);
    return chooseNote(editor, at, find);
  });
  await Promise.all(chosen);
}

const isNew = (change: Transaction) =>
  Boolean(change.getMeta(NAMED)) || /^(?:paste|drop)$/.test(String(change.getMeta("uiEvent")));

/** Links that know their note and not what it is called: pasted or dropped as an address. */
function linksWithoutTitle(
  doc: Node,
  moved: (pos: number) => number,
  ranges: ReturnType<typeof getChangedRanges>,
): number[] {
  const found: number[] = [];
  for (const { newRange } of ranges)
    doc.nodesBetween(moved(newRange.from), Math.min(moved(newRange.to), doc.content.size), (node, at) => {
      if (isReference(node) && !node.attrs.title && safeNoteId(node.attrs.noteId) !== null) found.push(at);
    });
  return found;
}

/** Without the server the link shows what the page knows, and is named when it is pasted anew. */
function nameLink(editor: Editor, at: number): Promise<void> {
  const noteId = String(editor.state.doc.nodeAt(at)?.attrs.noteId);
  const place = keepPlace(editor, at, 1);
  return new Promise((resolve) => {
    let isNamed = false;
    const end = () => {
      unfollow();
      editor.off("destroy", end);
      resolve();
      return place.release();
    };
    editor.on("destroy", end);
    const unfollow = followTitle(noteId, (title) => {
      if (isNamed) return;
      isNamed = true;
      setTimeout(() => {
        if (editor.isDestroyed) return;
        const now = end();
        const node = editor.state.doc.nodeAt(now);
        if (node?.attrs.noteId === noteId && !node.attrs.title) setAttribute(editor, now, "title", title);
      });
    });
  });
}

/** Links to notes that are typed to the end or pasted find their notes. */
export const ChosenNotes = Extension.create({
  name: "chosenNotes",
  addInputRules: () => [typed],
  addPasteRules: () => [pasted],
  onTransaction({ editor, transaction, appendedTransactions }) {
    const all: Transaction[] = [transaction, ...(appendedTransactions ?? [])];
    const first = all.findIndex((change) => change.docChanged && isNew(change));
    const change = all[first];
    if (!change) return;
    const { doc } = editor.state;
    const later = all.slice(first + 1);
    const moved = (pos: number) => later.reduce((at, { mapping }) => mapping.map(at), pos);
    const places = getChangedRanges(change).flatMap(({ newRange }) =>
      waitingLinks(doc, moved(newRange.from), Math.min(moved(newRange.to), doc.content.size)),
    );
    void findNotesOf(editor, [...new Set(places)]);
    for (const at of linksWithoutTitle(doc, moved, getChangedRanges(change))) void nameLink(editor, at);
  },
});
