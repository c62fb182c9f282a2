import { Extension, type NodeViewRenderer } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { Plugin, TextSelection } from "@tiptap/pm/state";
import { local } from "../../platform/local.ts";
import { element, icon } from "./element.ts";
import { t } from "../../lib/messages/t.ts";

const KEY = "cairn-toggles";
/** Older ones are forgotten: a device need not remember every toggle there ever was. */
const KEPT = 500;
const OPEN_EVENT = "open-toggle";

function keptStates(): [id: string, isOpen: boolean][] {
  try {
    const kept: unknown = JSON.parse(local.get(KEY) ?? "[]");
    return Array.isArray(kept) ? (kept as [string, boolean][]).filter(Array.isArray) : [];
  } catch {
    return [];
  }
}

function keepState(id: unknown, isOpen: boolean): void {
  if (typeof id !== "string") return;
  const others = keptStates().filter(([other]) => other !== id);
  local.set(KEY, JSON.stringify([...others, [id, isOpen]].slice(-KEPT)));
}

const keptState = (id: unknown) => keptStates().find(([other]) => other === id)?.[1];

/** Whether it is open is this device's own business; the text is there either way, for search and for others. */
export const toggleView: NodeViewRenderer = ({ node }) => {
  let current = node;
  const button = element(
    "button",
    {
      type: "button",
      class: "toggle-button",
      contenteditable: "false",
      "aria-label": t("Expand or collapse"),
    },
    icon("m9 18 6-6-6-6"),
  );
  const content = element("div", { class: "toggle-content" });
  const dom = element("div", { class: "toggle" }, button, content);
  let isOpen = keptState(node.attrs.id) ?? (node.attrs.isOpen === true || node.attrs.id === null);

  const show = () => {
    dom.toggleAttribute("data-open", isOpen);
    button.setAttribute("aria-expanded", String(isOpen));
  };
  const set = (open: boolean) => {
    isOpen = open;
    keepState(current.attrs.id, open);
    show();
  };
  button.addEventListener("mousedown", (event) => event.preventDefault());
  button.addEventListener("click", () => set(!isOpen));
  dom.addEventListener(OPEN_EVENT, (event) => {
    event.stopPropagation();
    const { detail } = event as CustomEvent<boolean | null>;
    set(detail ?? !isOpen);
  });
  show();
  return {
    dom,
    contentDOM: content,
    update: (next: Node) => {
      if (next.type !== current.type) return false;
      // A new one gets its id a moment after it was made, and stays as it is then.
      if (current.attrs.id === null && next.attrs.id !== null) keepState(next.attrs.id, isOpen);
      current = next;
      return true;
    },
    stopEvent: (event) => button.contains(event.target as HTMLElement),
    ignoreMutation: (mutation) => mutation.type !== "selection" && !content.contains(mutation.target),
  };
};

/** Keys of a toggle: Enter in its line goes on inside, Backspace at its beginning takes it apart, Mod+Enter opens and closes. */
export const ToggleKeys = Extension.create({
  name: "toggleKeys",
  priority: 900,

  addKeyboardShortcuts() {
    const inSummary = () => {
      const { $from, empty } = this.editor.state.selection;
      return $from.parent.type.name === "toggleSummary" && empty ? $from : null;
    };
    return {
      Enter: () => {
        const $from = inSummary();
        if (!$from) return false;
        const { state, view } = this.editor;
        const rest = $from.parent.slice($from.parentOffset).content;
        const { tr } = state;
        const after = $from.after();
        tr.insert(after, state.schema.node("paragraph", null, rest));
        tr.delete($from.pos, $from.end());
        tr.setSelection(TextSelection.create(tr.doc, tr.mapping.map(after, -1) + 1));
        view.dispatch(tr.scrollIntoView());
        return true;
      },
      Backspace: () => {
        const $from = inSummary();
        if (!$from || $from.parentOffset > 0) return false;
        const toggle = $from.node(-1);
        const at = $from.before(-1);
        const { state, view } = this.editor;
        const blocks = toggle.children.map((child) =>
          child.type.name === "toggleSummary" ? state.schema.node("paragraph", null, child.content) : child,
        );
        const tr = state.tr.replaceWith(at, at + toggle.nodeSize, blocks);
        view.dispatch(tr.setSelection(TextSelection.create(tr.doc, at + 1)).scrollIntoView());
        return true;
      },
      "Mod-Enter": () => {
        const { $from } = this.editor.state.selection;
        for (let depth = $from.depth; depth > 0; depth--) {
          if ($from.node(depth).type.name !== "toggle") continue;
          tellToggle(this.editor.view.nodeDOM($from.before(depth)), null);
          return true;
        }
        return false;
      },
    };
  },

  addProseMirrorPlugins() {
    return [
      new Plugin({
        view: () => ({
          // A caret that comes to rest in a closed part (by a key, by search) opens it.
          update(view, before) {
            const { $head } = view.state.selection;
            if (before.selection.eq(view.state.selection) || $head.parent.type.name === "toggleSummary")
              return;
            for (let depth = $head.depth - 1; depth > 0; depth--)
              if ($head.node(depth).type.name === "toggle")
                tellToggle(view.nodeDOM($head.before(depth)), true);
          },
        }),
      }),
    ];
  },
});

function tellToggle(dom: globalThis.Node | null, isOpen: boolean | null): void {
  if (dom instanceof HTMLElement && (isOpen === null || !dom.hasAttribute("data-open")))
    dom.dispatchEvent(new CustomEvent(OPEN_EVENT, { detail: isOpen }));
}
