import {
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react";
import type { Edge, Pulled } from "./move-days.ts";

/** The bar that is held: its `data-pull`, and how far it is pulled. */
export type Pull = Pulled & { key: string };

type Held = {
  key: string;
  edge: Edge;
  pointer: number;
  /** Where it was taken, and where the pointer is, in pixels of the window. */
  from: { x: number; y: number };
  x: number;
  /** How far the days were scrolled when it was taken. */
  scroll: number;
  isOn: boolean;
  by: number;
  timer?: ReturnType<typeof setTimeout>;
};

const FAR_PX = 4;
/** A finger stays for so long before it pulls: until then it scrolls. */
const LONG_PRESS_MS = 350;
const STILL_PX = 10;
const NEAR_EDGE_PX = 40;
const SCROLL_STEP = 8;

type Options = {
  /** Nothing is pulled by whoever may only look; what is held when that begins is let go. */
  isReader: boolean;
  scroller: RefObject<HTMLElement | null>;
  dayWidth: number;
  onDrop: (pull: Pull) => void;
};

/** Keeps what was pulled from being opened by the click that ends it, which comes at once or not at all. */
function useKeptClick() {
  const hasPulled = useRef(false);
  const keepClick = () => {
    hasPulled.current = true;
    setTimeout(() => (hasPulled.current = false));
  };
  const handleClick = (event: MouseEvent) => {
    if (hasPulled.current) event.stopPropagation();
  };
  return { keepClick, handleClick };
}

/** What is held, how far it is pulled, and how that ends. */
function useHeld({ scroller, dayWidth, onDrop }: Options, onEnd: () => void) {
  const [pull, setPull] = useState<Pull | null>(null);
  const held = useRef<Held | null>(null);
  const end = (isDropped: boolean) => {
    const last = held.current;
    held.current = null;
    clearTimeout(last?.timer);
    setPull(null);
    if (!last?.isOn) return;
    onEnd();
    if (isDropped && last.by !== 0) onDrop({ key: last.key, edge: last.edge, by: last.by });
  };
  const update = (now: Held) => {
    const by = daysBetween(now, scroller.current!, dayWidth);
    if (by === now.by && now.isOn) return;
    [now.by, now.isOn] = [by, true];
    setPull({ key: now.key, edge: now.edge, by });
  };
  const take = (taken: Held, isByFinger: boolean) => {
    held.current = taken;
    if (isByFinger) taken.timer = setTimeout(() => update(taken), LONG_PRESS_MS);
  };
  const move = (event: PointerEvent<HTMLElement>) => {
    const now = held.current;
    if (!now || event.pointerId !== now.pointer) return;
    now.x = event.clientX;
    const next = stanceOf(now, event);
    if (next !== "pull") return next === "let go" ? end(false) : undefined;
    if (!now.isOn) event.currentTarget.setPointerCapture(event.pointerId);
    update(now);
  };
  const scroll = () => {
    const now = held.current;
    if (now && scroller.current && scrollNearEdge(scroller.current, now)) update(now);
  };
  return { pull, held, take, move, scroll, end };
}

/** Bars are pulled to other days: by a mouse at once, by a finger after a long press, so that the days scroll under it otherwise. Escape lets go. */
export function useBarDrag(options: Options) {
  const { scroller, isReader } = options;
  const { keepClick, handleClick } = useKeptClick();
  const { pull, held, take, move, scroll, end } = useHeld(options, keepClick);
  useStillDays(scroller, held);
  useScrolling(pull !== null, scroll);
  useEscape(pull !== null, () => end(false));
  const letGo = useEffectEvent(() => end(false));
  // Without handlers nobody would hear of the end of it.
  useEffect(() => {
    if (isReader) letGo();
  }, [isReader]);
  const handlers = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const taken = takenBy(event, scroller.current);
      if (taken) take(taken, event.pointerType === "touch");
    },
    onPointerMove: move,
    onPointerUp: () => end(true),
    onPointerCancel: () => end(false),
    onClickCapture: handleClick,
  };
  return { pull, handlers };
}

/** A finger that goes away before the long press is over scrolls; a mouse pulls once it has gone some way. */
function stanceOf({ isOn, from }: Held, event: PointerEvent): "pull" | "wait" | "let go" {
  if (isOn) return "pull";
  const far = Math.hypot(event.clientX - from.x, event.clientY - from.y);
  if (event.pointerType === "touch") return far > STILL_PX ? "let go" : "wait";
  return far < FAR_PX ? "wait" : "pull";
}

function takenBy(event: PointerEvent<HTMLElement>, scroller: HTMLElement | null): Held | null {
  const { target, button, pointerId, clientX: x, clientY: y } = event;
  if (button !== 0 || !event.isPrimary || !scroller || !(target instanceof Element)) return null;
  const key = target.closest<HTMLElement>("[data-pull]")?.dataset["pull"];
  if (key === undefined) return null;
  const edge = (target.closest<HTMLElement>("[data-edge]")?.dataset["edge"] ?? "whole") as Edge;
  return {
    key,
    edge,
    pointer: pointerId,
    from: { x, y },
    x,
    scroll: scroller.scrollLeft,
    isOn: false,
    by: 0,
  };
}

const isRightToLeft = (element: HTMLElement) => getComputedStyle(element).direction === "rtl";

function daysBetween({ x, from, scroll }: Held, scroller: HTMLElement, dayWidth: number): number {
  const pixels = x - from.x + scroller.scrollLeft - scroll;
  // Not minus nothing.
  return Math.round(((isRightToLeft(scroller) ? -1 : 1) * pixels) / dayWidth) || 0;
}

/** While something is held, a finger neither scrolls the days nor opens a menu. */
function useStillDays(scroller: Options["scroller"], held: RefObject<Held | null>): void {
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    // React's own would come too late to keep a browser from scrolling.
    const keep = (event: Event) => {
      if (held.current?.isOn) event.preventDefault();
    };
    const keepMenu = (event: Event) => {
      if (held.current?.timer !== undefined) event.preventDefault();
    };
    element.addEventListener("touchmove", keep, { passive: false });
    element.addEventListener("contextmenu", keepMenu);
    return () => {
      element.removeEventListener("touchmove", keep);
      element.removeEventListener("contextmenu", keepMenu);
    };
  }, [scroller, held]);
}

/** With each frame while something is held. */
function useScrolling(isHeld: boolean, onFrame: () => void): void {
  const latest = useRef(onFrame);
  useEffect(() => void (latest.current = onFrame));
  useEffect(() => {
    if (!isHeld) return;
    let frame = requestAnimationFrame(function step() {
      latest.current();
      frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [isHeld]);
}

/** @returns whether it scrolled */
function scrollNearEdge(scroller: HTMLElement, { x, from }: Held): boolean {
  if (Math.abs(x - from.x) < STILL_PX) return false;
  const { left, right } = scroller.getBoundingClientRect();
  const titles = scroller.querySelector("[data-row] > div")?.getBoundingClientRect().width ?? 0;
  const [before, after] = isRightToLeft(scroller) ? [0, titles] : [titles, 0];
  const step =
    x > right - after - NEAR_EDGE_PX ? SCROLL_STEP : x < left + before + NEAR_EDGE_PX ? -SCROLL_STEP : 0;
  const was = scroller.scrollLeft;
  if (step !== 0) scroller.scrollLeft += step;
  return scroller.scrollLeft !== was;
}

function useEscape(isHeld: boolean, onEscape: () => void): void {
  const latest = useRef(onEscape);
  useEffect(() => void (latest.current = onEscape));
  useEffect(() => {
    if (!isHeld) return;
    const handle = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      event.stopPropagation();
      latest.current();
    };
    addEventListener("keydown", handle, true);
    return () => removeEventListener("keydown", handle, true);
  }, [isHeld]);
}
