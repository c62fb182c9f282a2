import type { Editor, NodeViewRenderer } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { linkedPlace, notePath, referenceText, safeNoteId } from "#document/note-reference.ts";
import { createNamedNote, followTitle, noteOfTitle, openNotePath } from "../../kernel/notes/note-names.ts";
import { element } from "./element.ts";
import { selectable } from "./file-view.ts";
import { showPlace } from "../view/block-marks.ts";
import { setAttribute } from "./set-attribute.ts";
import { t } from "../../lib/messages/t.ts";

/** A link to a note, under the title the note has now. One that was only named is found when it is followed. */
export const noteLinkView: NodeViewRenderer = ({ node, editor, getPos }) => {
  let current = node;
  const dom = element("a", { class: "note-link", draggable: "false" });

  let title: string | undefined;
  let unfollow = () => {};
  const show = () => {
    const noteId = safeNoteId(current.attrs.noteId);
    const text = referenceText(title === undefined ? current.attrs : { ...current.attrs, title });
    if (dom.textContent !== text) dom.textContent = text;
    const isOpen = noteId === null && Boolean(current.attrs.title);
    if (noteId !== null) dom.href = notePath(noteId, current.attrs.anchor);
    else if (isOpen) dom.removeAttribute("href");
    else dom.href = `#${linkedPlace(current.attrs.anchor)}`;
    dom.toggleAttribute("data-unresolved", isOpen);
    dom.title = isOpen ? t("Not created yet; click to find or create it") : "";
  };
  const follow = () => {
    unfollow();
    title = undefined;
    const noteId = safeNoteId(current.attrs.noteId);
    if (noteId === null) unfollow = () => {};
    else
      unfollow = followTitle(noteId, (now) => {
        title = now;
        show();
      });
    show();
  };
  dom.addEventListener("click", (event) => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void followLink(editor, getPos, current);
  });
  follow();
  return {
    dom,
    update: (next: Node) => {
      if (next.type !== current.type) return false;
      const isOther = next.attrs.noteId !== current.attrs.noteId;
      current = next;
      if (isOther) follow();
      else show();
      return true;
    },
    destroy: () => unfollow(),
    ...selectable(dom),
    ignoreMutation: () => true,
  };
};

/** Goes to the note; one that no note is named like is made, as in every program with such links. */
async function followLink(editor: Editor, getPos: () => number | undefined, node: Node): Promise<void> {
  const { title, anchor } = node.attrs;
  // Without a title it leads to a place of this note.
  const isHere = !title && safeNoteId(node.attrs.noteId) === null;
  if (isHere) return void showPlace(editor, linkedPlace(anchor));
  const known = safeNoteId(node.attrs.noteId);
  const noteId =
    known ?? (await noteOfTitle(String(title ?? "")))?.id ?? (await makeNote(editor, String(title ?? "")));
  if (!noteId) return;
  if (known === null) setAttribute(editor, getPos(), "noteId", noteId);
  openNotePath(notePath(noteId, anchor));
}

async function makeNote(editor: Editor, title: string): Promise<string | null> {
  return editor.isEditable && title !== "" ? createNamedNote(title) : null;
}
