import { Extension, InputRule, type NodeViewRenderer } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { NodeSelection, Selection } from "@tiptap/pm/state";
import { deferred } from "./when-loaded.ts";
import { element } from "./element.ts";
import { setAttribute } from "./set-attribute.ts";
import { t } from "../../lib/messages/t.ts";

const EDIT_EVENT = "edit-block";
const load = deferred(() => import("./render-math.ts"));

/** A formula as KaTeX shows it; its LaTeX is written in a field that opens in its place. */
export function mathView(isBlock: boolean): NodeViewRenderer {
  return ({ node, editor, getPos }) => {
    let current = node;
    let isEditing = false;
    const shown = element("span", { class: "math-shown" });
    const dom = element(isBlock ? "div" : "span", { class: isBlock ? "math-block" : "math-inline" }, shown);
    const field = element("textarea", {
      class: "math-field",
      "aria-label": t("Formula in LaTeX"),
      spellcheck: "false",
      autocapitalize: "off",
      rows: isBlock ? "3" : "1",
    });

    const show = (source: string) => {
      const isLarge = isBlock || current.attrs.dollars > 1;
      dom.classList.toggle("math-empty", source.trim() === "");
      if (source.trim() === "") return void (shown.textContent = t("New formula"));
      shown.textContent = source;
      load(({ renderMath }) => {
        const now = isEditing ? field.value : String(current.attrs.source);
        dom.classList.toggle("math-wrong", now === source && !renderMath(shown, source, isLarge));
      });
    };
    const written = () => (isBlock ? field.value.trim() : field.value.trim().replaceAll("\n", " "));
    const edit = () => {
      if (isEditing || !editor.isEditable) return;
      isEditing = true;
      field.value = String(current.attrs.source);
      dom.append(field);
      field.focus();
      field.select();
    };
    const leave = (isKept: boolean) => {
      if (!isEditing) return;
      isEditing = false;
      const source = written();
      field.remove();
      const at = getPos();
      if (at === undefined) return;
      if (isKept && source === "" && current.attrs.source === "") {
        editor.view.dispatch(editor.state.tr.delete(at, at + current.nodeSize));
      } else if (isKept && source !== "") setAttribute(editor, at, "source", source);
      show(String(current.attrs.source));
    };
    const exitAfter = () => {
      const at = getPos();
      leave(true);
      if (at === undefined) return;
      const { tr, schema } = editor.state;
      const after = Math.min(tr.doc.content.size, at + (tr.doc.nodeAt(at)?.nodeSize ?? 0));
      // Below the last block there must be a line to go on in.
      if (isBlock && tr.doc.resolve(after).nodeAfter === null) tr.insert(after, schema.node("paragraph"));
      editor.view.dispatch(tr.setSelection(Selection.near(tr.doc.resolve(after))));
      editor.view.focus();
    };

    // Kept as it is typed, like everything else: whoever leaves the page in the middle loses no letter.
    field.addEventListener("input", () => {
      show(field.value);
      if (field.value.trim() !== "") setAttribute(editor, getPos(), "source", written());
    });
    field.addEventListener("blur", () => leave(true));
    field.addEventListener("keydown", (event) => {
      if (event.isComposing) return;
      const isDone =
        event.key === "Escape" || (event.key === "Enter" && (!isBlock || event.ctrlKey || event.metaKey));
      if (!isDone) return;
      event.preventDefault();
      event.stopPropagation();
      exitAfter();
    });
    shown.addEventListener("click", edit);
    dom.addEventListener(EDIT_EVENT, edit);
    show(String(node.attrs.source));
    return {
      dom,
      update: (next: Node) => {
        if (next.type !== current.type) return false;
        const isOther = next.attrs.source !== current.attrs.source;
        current = next;
        if (isOther && !isEditing) show(String(next.attrs.source));
        return true;
      },
      selectNode: () => {
        dom.classList.add("ProseMirror-selectednode");
        // One that was just put in waits for its first letters.
        if (current.attrs.source === "") setTimeout(edit);
      },
      deselectNode: () => dom.classList.remove("ProseMirror-selectednode"),
      stopEvent: (event) => event.target === field,
      ignoreMutation: () => true,
    };
  };
}

/** `$x$ ` and `$$ ` make formulas as one types; Enter opens the selected one. */
export const MathKeys = Extension.create({
  name: "mathKeys",
  priority: 900,

  addInputRules() {
    const { schema } = this.editor;
    return [
      new InputRule({
        find: /(?:^|[\s(])\$([^\s\d$](?:[^$]*[^\s$])?)\$$/,
        handler: ({ state, range, match }) => {
          const source = match[1] ?? "";
          const from = range.to - source.length - 1;
          state.tr.replaceWith(from, range.to, schema.node("mathInline", { source }));
        },
      }),
      new InputRule({
        find: /^\$\$\s$/,
        handler: ({ state, range }) => {
          const at = state.doc.resolve(range.from).before();
          const { tr } = state;
          tr.replaceWith(at, at + state.doc.resolve(range.from).parent.nodeSize, schema.node("mathBlock"));
          tr.setSelection(NodeSelection.create(tr.doc, at));
        },
      }),
    ];
  },

  addKeyboardShortcuts() {
    return {
      Enter: () => {
        const { selection } = this.editor.state;
        if (!(selection instanceof NodeSelection) || !selection.node.type.name.startsWith("math"))
          return false;
        this.editor.view.nodeDOM(selection.from)?.dispatchEvent(new CustomEvent(EDIT_EVENT));
        return true;
      },
    };
  },
});
