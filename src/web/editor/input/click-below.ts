import { Extension } from "@tiptap/core";
import { Plugin } from "@tiptap/pm/state";

/** A press under the last block goes on writing there, also below a table or code, where no caret fits by itself. */
export const ClickBelow = Extension.create({
  name: "clickBelow",
  addProseMirrorPlugins() {
    const { editor } = this;
    return [
      new Plugin({
        props: {
          handleDOMEvents: {
            mousedown: (view, event) => {
              const last = view.dom.lastElementChild;
              const isParagraph = view.state.doc.lastChild?.type.name === "paragraph";
              if (
                !editor.isEditable ||
                !last ||
                isParagraph ||
                event.clientY <= last.getBoundingClientRect().bottom
              )
                return false;
              event.preventDefault();
              const end = view.state.doc.content.size;
              editor.chain().insertContentAt(end, { type: "paragraph" }).focus("end").run();
              return true;
            },
          },
        },
      }),
    ];
  },
});
