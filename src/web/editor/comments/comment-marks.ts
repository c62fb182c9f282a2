import { Extension, type Editor } from "@tiptap/core";
import { Plugin } from "@tiptap/pm/state";
import { DecorationSet } from "@tiptap/pm/view";
import { draftKey } from "./comment-key.ts";
import { useComments } from "./comment-store.ts";

/** Keeps the range somebody is about to comment on in its place, and opens the thread of a text that is pressed. */
export const CommentMarks = Extension.create({
  name: "commentMarks",
  addKeyboardShortcuts() {
    return {
      "Mod-Alt-m": ({ editor }) => {
        void import("./comment-draft.ts").then(({ beginComment }) => beginComment(editor as Editor));
        return true;
      },
    };
  },
  addProseMirrorPlugins() {
    return [
      new Plugin<DecorationSet>({
        key: draftKey,
        state: {
          init: () => DecorationSet.empty,
          apply: (transaction, drafts) => {
            const given = transaction.getMeta(draftKey) as DecorationSet | undefined;
            if (given) return given;
            return drafts === DecorationSet.empty ? drafts : drafts.map(transaction.mapping, transaction.doc);
          },
        },
        props: {
          decorations: (state) => draftKey.getState(state),
          handleClick: (view, pos) => {
            const { open } = useComments.getState();
            const marks = view.state.doc.resolve(pos).marks();
            const thread = marks.find(
              ({ type, attrs }) => type.name === "comment" && (open?.has(attrs["thread"] as string) ?? true),
            );
            if (thread) useComments.setState({ isOpen: true, active: thread.attrs["thread"] as string });
            // The caret goes where it was pressed all the same.
            return false;
          },
        },
      }),
    ];
  },
});
