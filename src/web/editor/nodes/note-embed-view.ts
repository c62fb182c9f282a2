import type { NodeViewRenderer } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { notePath, referenceText, safeNoteId } from "#document/note-reference.ts";
import { followTitle, noteOfTitle, openNotePath } from "../../kernel/notes/note-names.ts";
import { noteOf } from "../session/note-of.ts";
import { element } from "./element.ts";
import { selectable } from "./file-view.ts";
import type { Embed } from "./embed.ts";
import { deferred } from "./when-loaded.ts";
import { t } from "../../lib/messages/t.ts";

const load = deferred(() => import("./embed.ts"));

/** Another note, or a block of it, as it is now. It is read here and written there. */
export const noteEmbedView: NodeViewRenderer = ({ node, editor }) => {
  let current = node;
  let embed: Embed | undefined;
  let isGone = false;
  let unfollow = () => {};
  const link = element("a", { class: "embed-title" });
  const body = element("div", { class: "embed-body note-text", inert: true });
  const dom = element("div", { class: "note-embed", contenteditable: "false" }, link, body);

  const close = () => {
    embed?.close();
    embed = undefined;
  };
  const open = async () => {
    const { attrs } = current;
    link.textContent = referenceText(attrs);
    const noteId =
      safeNoteId(attrs.noteId) ??
      (attrs.title ? ((await noteOfTitle(String(attrs.title)))?.id ?? null) : (noteOf(editor) ?? null));
    if (isGone || attrs !== current.attrs) return;
    if (noteId === null) return void (body.textContent = t("No note has this title yet."));
    link.href = notePath(noteId, attrs.anchor);
    unfollow();
    unfollow = followTitle(noteId, (title) => void (link.textContent = referenceText({ ...attrs, title })));
    load(({ openEmbed }) => {
      if (isGone || attrs !== current.attrs) return;
      close();
      embed = openEmbed(noteId, attrs.anchor, body);
    });
  };
  link.addEventListener("click", (event) => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (link.href) openNotePath(link.pathname + link.hash);
  });
  void open();
  return {
    dom,
    update: (next: Node) => {
      if (next.type !== current.type) return false;
      const isOther = ["noteId", "title", "anchor"].some((name) => next.attrs[name] !== current.attrs[name]);
      current = next;
      if (isOther) void open();
      return true;
    },
    destroy: () => {
      isGone = true;
      unfollow();
      close();
    },
    ...selectable(dom),
    stopEvent: (event) => event.target === link && event.type === "click",
    ignoreMutation: () => true,
  };
};
