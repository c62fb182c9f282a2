import type { Editor } from "@tiptap/core";
import { useEffect, useState } from "react";
import { bringIntoSight } from "../../lib/bring-into-sight.ts";
import type { PageNote } from "../../kernel/workspace/page-note.ts";
import { closePanel, useIsSlotBeside } from "../../kernel/workspace/slot.ts";
import { headingsOf, type Heading } from "./headings.ts";
import { useAfterPause } from "./use-after-pause.ts";
import { t } from "../../lib/messages/t.ts";

const PAUSE_MS = 400;
/** A heading this far down the window is the one being read. */
const READ_FROM = 140;

/** The headings of the note. */
export function Outline({ page: { editor } }: { page: PageNote }) {
  const isBeside = useIsSlotBeside();
  return (
    editor && <Headings key={editor.instanceId} editor={editor} {...(isBeside ? {} : { onGo: closePanel })} />
  );
}

function Headings({ editor, onGo }: { editor: Editor; onGo?: () => void }) {
  const [headings, setHeadings] = useState<Heading[]>([]);
  useAfterPause(editor, PAUSE_MS, () => setHeadings(headingsOf(editor.state.doc)));
  const [current, choose] = useCurrent(editor, headings);
  const go = ({ pos, text }: Heading) => {
    // What has been written since the list was drawn may have moved it.
    const now = headingsOf(editor.state.doc);
    const target = now.find((heading) => heading.pos === pos) ?? now.find((heading) => heading.text === text);
    if (!target) return;
    onGo?.();
    choose(headings.findIndex((heading) => heading.pos === pos));
    if (!onGo) {
      editor.commands.setTextSelection(target.pos + 1);
      editor.view.focus();
    }
    const element = editor.view.nodeDOM(target.pos);
    if (element instanceof HTMLElement) bringIntoSight(element, "start");
  };
  if (headings.length === 0)
    return (
      <p className="px-2 py-2 text-sm text-muted">
        {t("No headings yet. Start a line with # and a space to add one.")}
      </p>
    );
  const top = Math.min(...headings.map(({ level }) => level));
  return (
    <ol>
      {headings.map((heading, index) => (
        <li key={heading.pos}>
          <button
            type="button"
            aria-current={index === current ? "location" : undefined}
            onClick={() => go(heading)}
            style={{ paddingInlineStart: `${0.5 + (heading.level - top) * 0.75}rem` }}
            className="block min-h-7 w-full truncate rounded-md py-1 pe-2 text-start text-sm text-muted hover:bg-hover hover:text-ink aria-[current]:bg-pressed aria-[current]:text-ink pointer-coarse:min-h-11"
          >
            {heading.text || t("Untitled")}
          </button>
        </li>
      ))}
    </ol>
  );
}

/** The last heading above the reading line; found by halving, so a long note costs no more than a short one. */
function useCurrent(editor: Editor, headings: Heading[]): [number, (index: number) => void] {
  const [current, setCurrent] = useState(-1);
  /** The one gone to: near the end it cannot come up to the reading line. Until the person scrolls on. */
  const [chosen, setChosen] = useState<number | null>(null);
  useEffect(() => {
    const forget = () => setChosen(null);
    const moves = ["wheel", "touchmove", "keydown"] as const;
    for (const move of moves) addEventListener(move, forget, { capture: true, passive: true });
    return () => {
      for (const move of moves) removeEventListener(move, forget, { capture: true });
    };
  }, []);
  useEffect(() => {
    let frame = 0;
    const topOf = ({ pos }: Heading) => {
      const element = editor.isDestroyed ? null : editor.view.nodeDOM(pos);
      return element instanceof HTMLElement ? element.getBoundingClientRect().top : Infinity;
    };
    const look = () => {
      frame = 0;
      const line = readingLine(editor);
      let [low, high] = [0, headings.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (topOf(headings[middle]!) <= line) low = middle + 1;
        else high = middle;
      }
      setCurrent(Math.max(0, low - 1));
    };
    const handleScroll = () => {
      frame ||= requestAnimationFrame(look);
    };
    look();
    addEventListener("scroll", handleScroll, { capture: true, passive: true });
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener("scroll", handleScroll, { capture: true });
    };
  }, [editor, headings]);
  return [chosen ?? current, setChosen];
}

/** On the last screen it sinks to the foot of the window, so that the last headings have their turn. */
function readingLine({ view }: Editor): number {
  let scroller: Element | null = view.dom;
  while (scroller && !(scroller.scrollHeight > scroller.clientHeight && isScroller(scroller)))
    scroller = scroller.parentElement;
  if (!scroller) return READ_FROM;
  const rest = scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop;
  const part = 1 - Math.min(1, rest / scroller.clientHeight);
  return READ_FROM + (innerHeight - READ_FROM) * part ** 2;
}

const isScroller = (element: Element) => /auto|scroll/.test(getComputedStyle(element).overflowY);
