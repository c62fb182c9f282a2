import { Extension, type Editor, type NodeViewRenderer } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { TextSelection } from "@tiptap/pm/state";
import { element, icon } from "./element.ts";
import { t } from "../../lib/messages/t.ts";

const COLUMNS_MAX = 4;

/** Columns beside each other, with buttons that add and take away the last one. */
export const columnsView: NodeViewRenderer = ({ node, editor, getPos }) => {
  let current = node;
  const button = (label: string, path: string, press: () => void) => {
    const made = element("button", { type: "button", "aria-label": label, title: label }, icon(path));
    made.addEventListener("mousedown", (event) => event.preventDefault());
    made.addEventListener("click", press);
    return made;
  };
  const add = button(t("Add column"), "M5 12h14M12 5v14", () => addColumn(editor, getPos()));
  const remove = button(t("Remove last column"), "M5 12h14", () => removeColumn(editor, getPos()));
  const tools = element("div", { class: "columns-tools", contenteditable: "false" }, add, remove);
  const content = element("div", { class: "columns" });
  const dom = element("div", { class: "columns-block" }, tools, content);
  const show = () => {
    content.dataset.count = String(Math.min(current.childCount, COLUMNS_MAX));
    add.disabled = current.childCount >= COLUMNS_MAX;
    remove.disabled = current.childCount < 2;
  };
  show();
  return {
    dom,
    contentDOM: content,
    update: (next: Node) => {
      if (next.type !== current.type) return false;
      current = next;
      show();
      return true;
    },
    stopEvent: (event) => tools.contains(event.target as HTMLElement),
    ignoreMutation: (mutation) => mutation.type !== "selection" && !content.contains(mutation.target),
  };
};

function addColumn(editor: Editor, at: number | undefined): void {
  const node = at === undefined ? null : editor.state.doc.nodeAt(at);
  if (at === undefined || node?.type.name !== "columns" || !editor.isEditable) return;
  const { tr, schema } = editor.state;
  const end = at + node.nodeSize - 1;
  tr.insert(end, schema.node("column", null, schema.node("paragraph")));
  editor.view.dispatch(tr.setSelection(TextSelection.create(tr.doc, end + 2)));
  editor.view.focus();
}

/** Its text moves into the column before it; of a single column the blocks stay where they are. */
function removeColumn(editor: Editor, at: number | undefined): void {
  const node = at === undefined ? null : editor.state.doc.nodeAt(at);
  if (at === undefined || node?.type.name !== "columns" || !editor.isEditable) return;
  const columns = node.children;
  const [last, before] = [columns.at(-1), columns.at(-2)];
  if (!last || !before) return;
  const moved = last.children.filter((block) => block.content.size > 0 || block.isAtom);
  const joined = before.copy(moved.reduce((content, block) => content.addToEnd(block), before.content));
  const kept = [...columns.slice(0, -2), joined];
  const { tr } = editor.state;
  // One column is no columns.
  tr.replaceWith(
    at,
    at + node.nodeSize,
    kept.length === 1 ? joined.children : node.type.create(node.attrs, kept),
  );
  editor.view.dispatch(tr.setSelection(TextSelection.near(tr.doc.resolve(at + 1))));
  editor.view.focus();
}

/** Backspace in an empty column takes it away. */
export const ColumnKeys = Extension.create({
  name: "columnKeys",
  priority: 900,

  addKeyboardShortcuts() {
    return {
      Backspace: () => {
        const { $from, empty } = this.editor.state.selection;
        const depth = $from.depth - 1;
        if (!empty || depth < 1 || $from.node(depth).type.name !== "column" || $from.parent.content.size > 0)
          return false;
        const [column, columns] = [$from.node(depth), $from.node(depth - 1)];
        if (column.childCount > 1) return false;
        const at = $from.before(depth - 1);
        const kept = columns.children.filter((_, index) => index !== $from.index(depth - 1));
        const { tr } = this.editor.state;
        const next = kept.length === 1 ? kept[0]!.children : columns.type.create(columns.attrs, kept);
        tr.replaceWith(at, at + columns.nodeSize, next);
        this.editor.view.dispatch(
          tr.setSelection(TextSelection.near(tr.doc.resolve(at + 1))).scrollIntoView(),
        );
        return true;
      },
    };
  },
});
