import { Extension } from "@tiptap/core";
import { isChangeOrigin } from "@tiptap/extension-collaboration";
import { Plugin } from "@tiptap/pm/state";

/** Bold that was chosen for the next letters stays chosen when somebody else types first: any change of the text forgets it. */
export const KeptMarks = Extension.create({
  name: "keptMarks",
  addProseMirrorPlugins() {
    return [
      new Plugin({
        appendTransaction: (transactions, before, after) =>
          before.storedMarks && !after.storedMarks && transactions.some(isChangeOrigin)
            ? after.tr.setStoredMarks(before.storedMarks)
            : null,
      }),
    ];
  },
});
