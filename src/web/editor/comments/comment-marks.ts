import { Extension, type Editor } from "@tiptap/core";
import { Plugin, type Transaction } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import { type DraftRange, draftKey } from "./comment-key.ts";
import { openPanel } from "../../kernel/workspace/slot.ts";
import { useComments } from "./comment-store.ts";
import { t } from "../../lib/messages/t.ts";
import { toast } from "../../ui/toast-store.ts";

/** Keeps the range somebody is about to comment on in its place, and opens the thread of a text that is pressed. */
export const CommentMarks = Extension.create({
  name: "commentMarks",
  addKeyboardShortcuts() {
    return {
      "Mod-Alt-m": ({ editor }) => {
        void import("./comment-draft.ts").then(
          ({ beginComment }) => beginComment(editor as Editor),
          () => toast.error(t("Couldn't load.")),
        );
        return true;
      },
    };
  },
  addProseMirrorPlugins() {
    const { editor } = this;
    return [
      new Plugin<DraftRange | null>({
        key: draftKey,
        state: {
          init: () => null,
          apply: (transaction, draft) => {
            const given = transaction.getMeta(draftKey) as DraftRange | null | undefined;
            if (given !== undefined) return given;
            return draft && transaction.docChanged ? moved(editor, draft, transaction) : draft;
          },
        },
        props: {
          decorations: (state) => {
            const draft = draftKey.getState(state);
            if (!draft) return null;
            const [from, to] = [draft.from.position, draft.to.position];
            return DecorationSet.create(state.doc, [Decoration.inline(from, to, { class: "comment-draft" })]);
          },
          handleClick: (view, pos) => {
            const { open } = useComments.getState();
            const marks = view.state.doc.resolve(pos).marks();
            const thread = marks.find(
              ({ type, attrs }) => type.name === "comment" && (open?.has(attrs["thread"] as string) ?? true),
            );
            if (thread) {
              useComments.setState({ active: thread.attrs["thread"] as string });
              openPanel("comments");
            }
            // The caret goes where it was pressed all the same.
            return false;
          },
        },
      }),
    ];
  },
});

/** Others may write meanwhile: their changes are followed by Yjs, no mapping knows them. */
function moved({ utils }: Editor, { from, to }: DraftRange, transaction: Transaction): DraftRange {
  return {
    from: utils.getUpdatedPosition(from, transaction).position,
    to: utils.getUpdatedPosition(to, transaction).position,
  };
}
