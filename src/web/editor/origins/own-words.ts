import { Extension } from "@tiptap/core";
import { type EditorState, Plugin, TextSelection, type Transaction } from "@tiptap/pm/state";
import type { Mark } from "@tiptap/pm/model";
import type { EditorView } from "@tiptap/pm/view";

/** The marks of what is typed over this range, where it would be taken for what stands there; null where it wouldn't. */
function ownMarks({ doc, storedMarks }: EditorState, from: number, to: number): Mark[] | null {
  const $from = doc.resolve(from);
  const marks = storedMarks ?? (from === to ? $from.marks() : $from.marksAcross(doc.resolve(to))) ?? [];
  const own = marks.filter(({ type }) => type.name !== "origin");
  return own.length === marks.length ? null : own;
}

/** In one step, so that it goes into the shared text with its marks at once; also over several paragraphs. */
function typeOver(
  view: EditorView,
  from: number,
  to: number,
  words: string,
  typed: () => Transaction,
): boolean {
  const isTaken = from < to && ownMarks(view.state, from, to) !== null;
  if (isTaken)
    view.dispatch(typed().removeMark(from, from + words.length, view.state.schema.marks["origin"]));
  return isTaken;
}

/** An input method replaces what is selected by words of its own, which begin where that was. */
function composeOver(view: EditorView): void {
  const { state } = view;
  const { from, to, empty } = state.selection;
  const marks = !empty && state.selection instanceof TextSelection && ownMarks(state, from, to);
  if (marks) view.dispatch(state.tr.deleteSelection().setStoredMarks(marks));
}

/**
 * What is typed within a text that came from elsewhere is the writer's own. The marks of the next letter are chosen when the caret comes
 * there, so that a key costs nothing; an input method begins a word beside the text.
 */
export const OwnWords = Extension.create({
  name: "ownWords",
  // After the rules that make something else of what is typed.
  priority: 10,
  addProseMirrorPlugins() {
    return [
      new Plugin({
        appendTransaction: (_transactions, _before, after) => {
          const { from, empty } = after.selection;
          const marks = empty && after.selection instanceof TextSelection && ownMarks(after, from, from);
          return marks ? after.tr.setStoredMarks(marks) : null;
        },
        props: {
          handleTextInput: typeOver,
          handleDOMEvents: { compositionstart: composeOver },
        },
      }),
    ];
  },
});
