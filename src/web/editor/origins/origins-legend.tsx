import type { Editor } from "@tiptap/core";
import { useEffect, useState } from "react";
import { X } from "lucide-react";
import { originOfText } from "#document/origins/origins.ts";
import { percentOf, sharesOf } from "#document/origins/shares.ts";
import { language } from "../../lib/messages/catalog.ts";
import { t } from "../../lib/messages/t.ts";
import { IconButton } from "../../ui/button.tsx";
import { useAfterPause } from "../view/use-after-pause.ts";
import { toggleOrigins } from "../view/view-store.ts";
import { KIND_WORDS, originWords } from "./origin-words.ts";
import "./origins.css";

const PAUSE_MS = 300;

/** Of the text that the caret stands in; what is selected counts from its beginning. */
function atCaret({ state }: Editor): string {
  const { $from } = state.selection;
  const text =
    $from.nodeAfter?.isText && !state.selection.empty
      ? $from.nodeAfter
      : ($from.nodeBefore ?? $from.nodeAfter);
  return text?.isText ? originWords(originOfText(text)) : "";
}

/** How much of a note came about how; of the text under the pointer or at the caret it says it exactly. */
export function OriginsLegend({ editor }: { editor: Editor }) {
  const [shares, setShares] = useState(() => percentOf(sharesOf(editor.state.doc).words));
  const [here, setHere] = useState(() => atCaret(editor));
  useAfterPause(editor, PAUSE_MS, () => setShares(percentOf(sharesOf(editor.state.doc).words)));
  useAfterPause(editor, PAUSE_MS, () => setHere(atCaret(editor)), true);
  return (
    <div
      role="group"
      aria-label={t("Origins")}
      className="mx-auto flex max-w-3xl items-start gap-2 rounded-md border border-line bg-bg px-3 py-1.5 text-xs print:hidden"
    >
      <div className="min-w-0 flex-1">
        <ul className="flex flex-wrap gap-x-3 gap-y-1">
          {shares.map(([kind, percent]) => (
            <li key={kind} className="tabular-nums">
              <span className="origin-sample px-0.5" data-kind={kind}>
                {KIND_WORDS[kind]}
              </span>{" "}
              {(percent / 100).toLocaleString(language, { style: "percent" })}
            </li>
          ))}
          {shares.length === 0 && <li>{t("No words yet")}</li>}
        </ul>
        <p role="status" className="truncate text-muted" dir="auto" title={here}>
          {here}
        </p>
      </div>
      <IconButton label={t("Hide origins")} onClick={toggleOrigins} className="-my-1 -me-2">
        <X size={14} />
      </IconButton>
      <OriginTip editor={editor} />
    </div>
  );
}

type Tip = { words: string; top: number; left: number };

/** Beside the text that the pointer is on. */
function OriginTip({ editor }: { editor: Editor }) {
  const [tip, setTip] = useState<Tip | null>(null);
  useEffect(() => {
    const { dom } = editor.view;
    const show = (event: MouseEvent) => {
      const { target } = event;
      const marked = target instanceof Element ? target.closest("[data-origin]") : null;
      if (!marked) return setTip(null);
      const $at = editor.state.doc.resolve(editor.view.posAtDOM(marked, 0));
      const text = $at.nodeAfter;
      if (!text?.isText) return setTip(null);
      setTip({ words: originWords(originOfText(text)), top: event.clientY + 18, left: event.clientX });
    };
    const hide = () => setTip(null);
    dom.addEventListener("mouseover", show);
    dom.addEventListener("mouseleave", hide);
    dom.addEventListener("keydown", hide);
    return () => {
      dom.removeEventListener("mouseover", show);
      dom.removeEventListener("mouseleave", hide);
      dom.removeEventListener("keydown", hide);
    };
  }, [editor]);
  if (!tip) return null;
  return (
    <div
      role="tooltip"
      dir="auto"
      className="pointer-events-none fixed z-50 max-w-72 -translate-x-1/2 rounded-md border border-line bg-raised px-2 py-1 text-xs text-ink shadow-lg"
      style={{ top: tip.top, left: Math.min(Math.max(tip.left, 150), innerWidth - 150) }}
    >
      {tip.words}
    </div>
  );
}
