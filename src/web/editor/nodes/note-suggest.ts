import { type Editor, Extension } from "@tiptap/core";
import { Plugin, PluginKey, type EditorState } from "@tiptap/pm/state";
import { Decoration, DecorationSet, type EditorView } from "@tiptap/pm/view";
import { createNamedNote } from "../../lib/note-names.ts";
import { type ChosenNote, NoteSuggestList } from "./note-suggest-list.ts";

type Trigger = { from: number; to: number; query: string; isEmbed: boolean };

const key = new PluginKey<Trigger | null>("noteSuggest");
const QUERY_MAX = 80;
/** `[[words`, `![[words` or `@words` right before the caret. */
const TYPED = /(?:(!?)\[\[([^[\]|\n]*)|(?:^|[\s(])@((?:[^\s@](?:[^@\n]{0,40}[^\s@])?)?))$/;

function triggerOf(state: EditorState): Trigger | null {
  const { $from, empty } = state.selection;
  if (!empty || !$from.parent.inlineContent || $from.parent.type.spec.code) return null;
  const before = $from.parent.textBetween(
    Math.max(0, $from.parentOffset - QUERY_MAX),
    $from.parentOffset,
    undefined,
    "\ufffc",
  );
  const match = TYPED.exec(before);
  if (!match) return null;
  const isMention = match[3] !== undefined;
  const query = isMention ? (match[3] ?? "") : (match[2] ?? "");
  const sign = isMention ? 1 : 2 + (match[1]?.length ?? 0);
  return { from: $from.pos - query.length - sign, to: $from.pos, query, isEmbed: match[1] === "!" };
}

/** Offers notes by title after `[[` and `@`; Enter chooses one or makes it, Escape leaves what was typed as text. */
export const NoteSuggest = Extension.create({
  name: "noteSuggest",
  // Before every other use of Enter and the arrows.
  priority: 1100,

  addProseMirrorPlugins() {
    const { editor } = this;
    let dismissedAt: number | null = null;
    let list: NoteSuggestList | undefined;
    const close = () => {
      list?.remove();
      list = undefined;
    };
    const update = (view: EditorView, isTyped: boolean) => {
      const trigger = key.getState(view.state) ?? null;
      if (!trigger || !editor.isEditable || trigger.from === dismissedAt || (!list && !isTyped)) {
        if (!trigger) dismissedAt = null;
        return close();
      }
      list ??= new NoteSuggestList(view, (choice) => {
        const now = key.getState(view.state);
        close();
        if (now) choose(editor, now, choice);
      });
      list.show(trigger.query, trigger.from);
    };
    return [
      new Plugin<Trigger | null>({
        key,
        state: {
          init: () => null,
          apply: (transaction, before, _old, state) =>
            transaction.docChanged || transaction.selectionSet ? triggerOf(state) : before,
        },
        view: (view) => ({
          update: (_view, before) => update(view, before.doc !== view.state.doc),
          destroy: close,
        }),
        props: {
          handleKeyDown: (_view, event) => {
            if (!list || event.isComposing) return false;
            if (event.key !== "Escape") return list.handleKey(event.key);
            dismissedAt = key.getState(editor.state)?.from ?? null;
            close();
            return true;
          },
          handleDOMEvents: {
            blur: () => {
              close();
              return false;
            },
          },
          decorations: (state) => {
            const trigger = list ? key.getState(state) : null;
            if (!trigger) return null;
            return DecorationSet.create(state.doc, [
              Decoration.inline(trigger.from, trigger.to, { class: "note-suggest-typed" }),
            ]);
          },
        },
      }),
    ];
  },
});

function choose(editor: Editor, { from, to, isEmbed }: Trigger, { id, title }: ChosenNote): void {
  const { schema, doc } = editor.state;
  const $from = doc.resolve(from);
  const attrs = { noteId: id, title };
  const isAlone =
    isEmbed && $from.parent.content.size === to - from && $from.parent.type.name === "paragraph";
  // Brackets that the keyboard closed by itself go as well.
  const after = doc.textBetween(to, Math.min(to + 2, $from.end()), "", "\ufffc");
  const end = to + (after.startsWith("]]") ? 2 : 0);
  const chain = editor.chain().focus();
  if (isAlone) {
    const below = [{ type: "noteEmbed", attrs }, { type: "paragraph" }];
    chain.insertContentAt({ from: $from.before(), to: $from.after() }, below).run();
  } else {
    const space = /^\s/.test(after) ? [] : [schema.text(" ").toJSON()];
    chain.insertContentAt({ from, to: end }, [{ type: "noteLink", attrs }, ...space]).run();
  }
  if (id === null) void createNamedNote(title).then((made) => resolveLinks(editor, title, made));
}

/** The links that wait for a note get its id, wherever they stand by now. */
function resolveLinks(editor: Editor, title: string, noteId: string | null): void {
  if (noteId === null || editor.isDestroyed) return;
  const { tr } = editor.state;
  editor.state.doc.descendants((node, at) => {
    const isMeant = /^note(?:Link|Embed)$/.test(node.type.name) && node.attrs.noteId === null;
    if (isMeant && node.attrs.title === title) tr.setNodeAttribute(at, "noteId", noteId);
  });
  if (tr.docChanged) editor.view.dispatch(tr);
}
