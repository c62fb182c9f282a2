import type { Editor } from "@tiptap/core";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { announce } from "../announce.ts";
import { replaceAll, replaceOne, type Match, type Query } from "./find-in-text.ts";
import { findMatches } from "./find-matches.ts";
import { markMatches } from "./find-marks.ts";
import { bringIntoSight } from "../../lib/bring-into-sight.ts";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";

const TYPED_MS = 120;
const CHANGED_MS = 250;
/** Around what is seen, so that a little scrolling shows no gaps. */
const MARGIN = 3000;
const MOST_MARKS = 400;

export type Found = {
  matches: Match[];
  current: number;
  fault: string | null;
  /** What was looked for, which may have changed since. */
  query: Query | null;
};

const NOTHING: Found = { matches: [], current: -1, fault: null, query: null };

/** Looks for a query in the text as it changes. The current match is the one nearest to the caret, then the next. */
export function useFind(editor: Editor, query: Query) {
  const [found, setFound] = useState<Found>(NOTHING);
  const run = useRef(0);
  const show = (next: Found) => {
    setFound(next);
    markVisible(editor, next);
  };
  const look = useEffectEvent(async (isNew: boolean) => {
    const mine = ++run.current;
    try {
      const { doc, selection } = editor.state;
      const matches = await findMatches(doc, query);
      // What has been written or asked since makes this answer an old one.
      if (mine !== run.current || editor.isDestroyed || editor.state.doc !== doc) return;
      const before = found.matches[found.current]?.from;
      const from = isNew || before === undefined ? selection.from : before;
      const next = matches.findIndex((match) => match.from >= from);
      show({ matches, current: matches.length === 0 ? -1 : Math.max(0, next), fault: null, query });
      if (isNew) revealCurrent(editor);
    } catch (error) {
      if (mine === run.current) show({ ...NOTHING, fault: faultOf(error), query });
    }
  });
  const { words, isCaseKept, isWholeWord, isPattern } = query;
  useEffect(() => {
    const timer = setTimeout(() => void look(true), TYPED_MS);
    return () => clearTimeout(timer);
  }, [words, isCaseKept, isWholeWord, isPattern]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Soon after the first change, not after the last: beside somebody who writes on there is no last one.
    const later = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void look(false);
      }, CHANGED_MS);
    };
    editor.on("update", later);
    return () => {
      clearTimeout(timer);
      editor.off("update", later);
      markMatches(editor, [], null);
    };
  }, [editor]);
  useMarksOnScroll(editor, found);
  const step = (by: 1 | -1) => {
    const { matches, current } = found;
    if (matches.length === 0) return;
    const next = (current + by + matches.length) % matches.length;
    show({ ...found, current: next });
    revealCurrent(editor);
  };
  const replace = (words: string) => {
    // What is marked is not what is asked for any more.
    if (found.query !== query) return;
    const match = found.matches[found.current];
    const transaction = match && replaceOne(editor.state, match, query, words);
    if (!transaction) return;
    editor.view.dispatch(transaction);
    const place = (pos: number) => transaction.mapping.map(pos);
    const matches = found.matches
      .filter((other) => other !== match)
      .map(({ from, to }) => ({ from: place(from), to: place(to) }));
    // Behind the last one the first comes again.
    const current = matches.length === 0 ? -1 : found.current % matches.length;
    show({ ...found, matches, current });
    revealCurrent(editor);
  };
  const replaceEvery = (words: string) => {
    if (found.query !== query) return;
    const transaction = replaceAll(editor.state, found.matches, query, words);
    if (!transaction) return;
    editor.view.dispatch(transaction);
    announce(plural(found.matches.length, { one: "{count} replaced", other: "{count} replaced" }));
    show(NOTHING);
  };
  return { found, isCurrent: found.query === query, step, replace, replaceEvery };
}

function faultOf(error: unknown): string {
  if (error instanceof SyntaxError) return t("Incomplete pattern");
  return error instanceof Error ? error.message : t("The search failed.");
}

function markVisible(editor: Editor, { matches, current }: Found): void {
  const chosen = matches[current] ?? null;
  const [from, to] = seenPart(editor);
  const near = matches.filter((match) => match.to >= from && match.from <= to).slice(0, MOST_MARKS);
  markMatches(editor, chosen && !near.includes(chosen) ? [...near, chosen] : near, chosen);
}

/** The places of the document between the edges of the window, roughly. */
function seenPart({ view }: Editor): [from: number, to: number] {
  const box = view.dom.getBoundingClientRect();
  const left = box.left + Math.min(40, box.width / 2);
  const at = (top: number) => view.posAtCoords({ left, top })?.pos;
  const { size } = view.state.doc.content;
  const from = box.top >= 0 ? 0 : (at(2) ?? 0);
  const to = box.bottom <= innerHeight ? size : (at(innerHeight - 2) ?? size);
  return [from - MARGIN, Math.max(from, to) + MARGIN];
}

function useMarksOnScroll(editor: Editor, found: Found): void {
  const again = useEffectEvent(() => markVisible(editor, found));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const handleScroll = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        if (!editor.isDestroyed) again();
      }, 100);
    };
    addEventListener("scroll", handleScroll, { capture: true, passive: true });
    return () => {
      clearTimeout(timer);
      removeEventListener("scroll", handleScroll, { capture: true });
    };
  }, [editor]);
}

function revealCurrent({ view }: Editor): void {
  const current = view.dom.querySelector(".find-current");
  if (current) bringIntoSight(current, "center");
}
