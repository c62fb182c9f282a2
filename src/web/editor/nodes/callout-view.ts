import type { NodeViewRenderer } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { CALLOUT_KINDS, type CalloutKind, calloutTitle, shownKind } from "#document/nodes/callout-kinds.ts";
import { element, icon } from "./element.ts";
import { setAttribute } from "./set-attribute.ts";
import { t } from "../../lib/messages/t.ts";

const ICONS: Record<CalloutKind, string> = {
  note: "M12 16v-4M12 8h.01M22 12a10 10 0 1 1-20 0 10 10 0 0 1 20 0Z",
  tip: "M15 14c.2-1 .7-1.7 1.5-2.5A6 6 0 1 0 6 8c0 1 .2 2.2 1.5 3.5.7.7 1.3 1.5 1.5 2.5M9 18h6M10 22h4",
  important: "M21 15a2 2 0 0 1-2 2H7l-4 4V5a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2ZM12 7v3M12 13h.01",
  warning: "m21.7 18-8-14a2 2 0 0 0-3.4 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.7-3ZM12 9v4M12 17h.01",
  caution:
    "M12 16h.01M12 8v4M15.3 2H8.7a2 2 0 0 0-1.4.6L2.6 7.3A2 2 0 0 0 2 8.7v6.6a2 2 0 0 0 .6 1.4l4.7 4.7a2 2 0 0 0 1.4.6h6.6a2 2 0 0 0 1.4-.6l4.7-4.7a2 2 0 0 0 .6-1.4V8.7a2 2 0 0 0-.6-1.4l-4.7-4.7a2 2 0 0 0-1.4-.6Z",
};

const WORDS: Record<CalloutKind, string> = {
  note: t("Note"),
  tip: t("Tip"),
  important: t("Important"),
  warning: t("Warning"),
  caution: t("Caution"),
};

/** A box with its kind, a title that can be written over, and a button where it was made to fold. */
export const calloutView: NodeViewRenderer = ({ node, editor, getPos }) => {
  let current = node;
  const picture = element("span", { class: "callout-icon" });
  const options = CALLOUT_KINDS.map((kind) => element("option", { value: kind }, WORDS[kind]));
  const kinds = element("select", { class: "callout-kind", "aria-label": t("Callout type") }, ...options);
  const title = element("input", {
    class: "callout-title",
    "aria-label": t("Callout title"),
    maxlength: "300",
  });
  const fold = element(
    "button",
    { type: "button", class: "callout-fold", "aria-label": t("Show contents") },
    icon("m6 9 6 6 6-6"),
  );
  const head = element(
    "div",
    { class: "callout-head", contenteditable: "false" },
    picture,
    kinds,
    title,
    fold,
  );
  const body = element("div", { class: "callout-body" });
  const dom = element("div", { class: "callout", role: "note" }, head, body);
  let isClosed = node.attrs.fold === "closed";

  const show = () => {
    const kind = shownKind(current.attrs.kind);
    dom.dataset.kind = kind;
    picture.replaceChildren(icon(ICONS[kind]));
    kinds.value = kind;
    title.placeholder = calloutTitle({ kind: current.attrs.kind });
    if (title !== document.activeElement) title.value = current.attrs.title ?? "";
    fold.hidden = current.attrs.fold === null;
    dom.toggleAttribute("data-closed", isClosed && !fold.hidden);
    fold.setAttribute("aria-expanded", String(!isClosed));
  };
  head.addEventListener("focusin", () => {
    title.readOnly = !editor.isEditable;
    kinds.disabled = !editor.isEditable;
  });
  kinds.addEventListener("change", () => setAttribute(editor, getPos(), "kind", kinds.value.toUpperCase()));
  title.addEventListener("input", () => setAttribute(editor, getPos(), "title", title.value.trim() || null));
  title.addEventListener("keydown", (event) => {
    const at = getPos();
    if (event.isComposing || at === undefined || !["Enter", "ArrowDown", "Escape"].includes(event.key))
      return;
    event.preventDefault();
    editor
      .chain()
      .setTextSelection(at + 2)
      .focus()
      .run();
  });
  fold.addEventListener("click", () => {
    isClosed = !isClosed;
    show();
  });
  show();
  return {
    dom,
    contentDOM: body,
    update: (next: Node) => {
      if (next.type !== current.type) return false;
      if (next.attrs.fold !== current.attrs.fold) isClosed = next.attrs.fold === "closed";
      current = next;
      show();
      return true;
    },
    stopEvent: (event) => head.contains(event.target as HTMLElement),
    ignoreMutation: (mutation) => mutation.type !== "selection" && !body.contains(mutation.target),
  };
};
