import { useEffect, useId, useLayoutEffect, useReducer, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { VListHandle } from "virtua";
import type { Note } from "#contract/notes.ts";
import { createHold } from "./scroll-anchor.ts";
import { anchorRow } from "./anchor-row.ts";

type SteadyListProps = {
  notes: Note[];
  /** How many notes stand beside each other. */
  columns?: number;
  /** Told which note is the last in sight. */
  onSeen: (last: number) => void;
};

/** Where the reader is: at a note whose row begins so many pixels below the upper edge. */
type Place = { index: number; below: number };

type Shown = { notes: Note[]; focused: string | null };

/**
 * A list that changes under its reader's eyes (docs/decisions/041): what is in sight stays where it is on the screen, unless
 * the list stands at its very top. While somebody scrolls, presses or drags, rows keep their order and changes wait.
 */
export function useScrollAnchor({ notes, columns = 1, onSeen }: SteadyListProps) {
  const scrollerId = useId();
  const list = useRef<VListHandle>(null);
  const { hold, shown } = useHeld(scrollerId, notes);
  const rowOf = (index: number) => Math.floor(index / columns);

  const place = useRef<Place | null>(null);
  /** Where the list was put last by itself; -1 when it was scrolled since. */
  const ownOffset = useRef(-1);
  const findPlace = () => {
    const handle = list.current;
    if (!handle) return;
    const { scrollOffset } = handle;
    const row = handle.findItemIndex(scrollOffset);
    place.current =
      scrollOffset < 1 ? null : { index: row * columns, below: handle.getItemOffset(row) - scrollOffset };
  };

  const last = useRef({ notes: shown.notes, columns });
  useLayoutEffect(() => {
    const before = last.current;
    last.current = { notes: shown.notes, columns };
    const handle = list.current;
    const scroller = document.getElementById(scrollerId);
    if (!handle || !scroller) return;
    if (before.columns !== columns) return findPlace();
    if (before.notes === shown.notes) return;
    keepFocus(scroller, shown.focused);
    const at = place.current;
    if (!at) return;
    const inSight = at.index + Math.ceil(handle.viewportSize / handle.getItemSize(0)) * columns;
    const kept = anchorRow(before.notes, shown.notes, at.index, inSight);
    if (!kept) return findPlace();
    const row = rowOf(kept.is);
    const below = at.below + (rowOf(kept.was) - rowOf(at.index)) * handle.getItemSize(row);
    ownOffset.current = moveTo(scroller, handle.getItemOffset(row) - below);
    place.current = { index: kept.is, below: handle.getItemOffset(row) - ownOffset.current };
  });

  /** What came into sight is measured after it was drawn, and may be higher than was thought. */
  const handleResize = () => {
    const scroller = document.getElementById(scrollerId);
    if (!place.current || !scroller || !list.current || ownOffset.current < 0) return;
    const { index, below } = place.current;
    ownOffset.current = moveTo(scroller, list.current.getItemOffset(rowOf(index)) - below);
  };

  const handleScroll = () => {
    const handle = list.current;
    if (!handle) return;
    const end = handle.findItemIndex(handle.scrollOffset + handle.viewportSize);
    onSeen((end + 1) * columns - 1);
    // Where the list was put by itself the reader still looks at the same note.
    if (Math.abs(handle.scrollOffset - ownOffset.current) < 1) return;
    ownOffset.current = -1;
    hold.scrolls();
    findPlace();
  };
  return {
    notes: shown.notes,
    reveal: (index: number) => list.current?.scrollToIndex(rowOf(index), { align: "nearest" }),
    /** For the `VList`. */
    scrolling: {
      ref: list,
      id: scrollerId,
      onScroll: handleScroll,
      onScrollEnd: hold.rests,
      onResize: handleResize,
    },
  };
}

/** The notes to show: the newest, or while the list is held, those that were there when it was taken hold of. */
function useHeld(scrollerId: string, notes: Note[]) {
  const [shown, show] = useState<Shown>({ notes, focused: null });
  const [, lookAgain] = useReducer((times: number) => times + 1, 0);
  const isWaiting = useRef(false);
  const [hold] = useState(createHold);
  if (shown.notes !== notes && (!hold.isHeld() || continues(shown.notes, notes)))
    show({ notes, focused: noteInFocus() });
  useLayoutEffect(() => {
    isWaiting.current = shown.notes !== notes;
  });
  useEffect(
    () => hold.watch(document.getElementById(scrollerId), () => isWaiting.current && lookAgain()),
    [hold, scrollerId],
  );
  return { hold, shown };
}

/** Whether nothing moves: the same rows in the same order, perhaps more behind them. */
const continues = (before: readonly Note[], after: readonly Note[]): boolean =>
  before.length <= after.length && before.every(({ id }, at) => after[at]?.id === id);

const noteInFocus = (): string | null =>
  document.activeElement?.closest<HTMLElement>("[data-note-id]")?.dataset["noteId"] ?? null;

/** A card that comes into another row is drawn anew, and would lose the focus. */
function keepFocus(scroller: HTMLElement, noteId: string | null): void {
  if (noteId === null || document.activeElement !== document.body) return;
  scroller
    .querySelector<HTMLElement>(`[data-note-id="${CSS.escape(noteId)}"] a`)
    ?.focus({ preventScroll: true });
}

/** Before the next picture: the browser would tell the virtualiser of it too late to draw the rows that come into sight. */
function moveTo(scroller: HTMLElement, offset: number): number {
  if (Math.abs(scroller.scrollTop - offset) < 1) return scroller.scrollTop;
  scroller.scrollTop = offset;
  queueMicrotask(() => flushSync(() => scroller.dispatchEvent(new Event("scroll"))));
  return scroller.scrollTop;
}
