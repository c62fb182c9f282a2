import type { NodeViewRenderer } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { copyText } from "../../platform/device/clipboard.ts";
import { CODE_LANGUAGES, languageOf } from "./code-languages.ts";
import type { CodeColors } from "./code-colors.ts";
import type { Diagram } from "./diagram.ts";
import { element, icon } from "./element.ts";
import { setAttribute } from "./set-attribute.ts";
import { deferred } from "./when-loaded.ts";
import { t } from "../../lib/messages/t.ts";

/** How long after a key the colours follow. */
const PAUSE_MS = 120;
/** Code longer than this stays plain: colouring it would be felt. */
const COLOURED_MAX = 100_000;
const COPY = "M8 8h12v12H8ZM16 8V4H4v12h4";

const withColors = deferred(() => import("./code-colors.ts"));
const withDiagrams = deferred(() => import("./diagram.ts"));

/** Code with its language, a button that copies it, and colours that are painted without touching the text. */
export const codeView: NodeViewRenderer = ({ node, editor, getPos }) => {
  let current = node;
  let colors: CodeColors | undefined;
  let diagram: Diagram | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isGone = false;
  const languages = element("select", { class: "code-language", "aria-label": t("Code language") });
  const copy = element(
    "button",
    { type: "button", class: "code-copy", "aria-label": t("Copy code"), title: t("Copy code") },
    icon(COPY),
  );
  const head = element("div", { class: "code-head", contenteditable: "false" }, languages, copy);
  const code = element("code");
  const dom = element("div", { class: "code-block" }, head, element("pre", {}, code));

  const language = () => languageOf(current.attrs.language);
  const paint = () => {
    if (isGone) return;
    showDiagram();
    const isPlain =
      language() === "" || language() === "mermaid" || current.textContent.length > COLOURED_MAX;
    if (isPlain) return colors?.clear();
    withColors(({ createColors }) => {
      if (!isGone) (colors ??= createColors(code)).paint(language(), current.textContent);
    });
  };
  const showDiagram = () => {
    const isDiagram = language() === "mermaid" && current.textContent.trim() !== "";
    if (!isDiagram) {
      diagram?.close();
      diagram = undefined;
      return;
    }
    withDiagrams(({ createDiagram }) => {
      if (isGone || language() !== "mermaid") return;
      if (!diagram) dom.append((diagram = createDiagram()).dom);
      diagram.draw(current.textContent);
    });
  };
  const show = () => {
    const known = CODE_LANGUAGES.some(([name]) => name === language());
    const others: [string, string][] =
      known || language() === "" ? [] : [[language(), String(current.attrs.language)]];
    const options: [string, string][] = [["", t("Plain text")], ...others, ...CODE_LANGUAGES];
    if (languages.options.length !== options.length)
      languages.replaceChildren(...options.map(([value, label]) => element("option", { value }, label)));
    languages.value = language();
  };
  const paintSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(paint, PAUSE_MS);
  };

  head.addEventListener("focusin", () => void (languages.disabled = !editor.isEditable));
  languages.addEventListener("change", () =>
    setAttribute(editor, getPos(), "language", languages.value || null),
  );
  copy.addEventListener("mousedown", (event) => event.preventDefault());
  copy.addEventListener(
    "click",
    () => void copyText(() => Promise.resolve(current.textContent), t("Code copied")),
  );
  show();
  paintSoon();
  return {
    dom,
    contentDOM: code,
    update: (next: Node) => {
      if (next.type !== current.type) return false;
      const isOther = next.attrs.language !== current.attrs.language;
      current = next;
      if (isOther) show();
      paintSoon();
      return true;
    },
    destroy: () => {
      isGone = true;
      clearTimeout(timer);
      colors?.clear();
      diagram?.close();
    },
    stopEvent: (event) => !code.contains(event.target as HTMLElement),
    ignoreMutation: (mutation) => mutation.type !== "selection" && !code.contains(mutation.target),
  };
};
