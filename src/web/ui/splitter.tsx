import { clsx } from "clsx";
import { useRef, type CSSProperties, type KeyboardEvent, type PointerEvent } from "react";
import { t } from "../lib/messages/t.ts";

/** Percent or pixels that a key moves the divider, alone and with Shift. */
const STEP = 10;
const SHIFT_STEP = 100;

type SplitterProps = {
  label: string;
  /** Which way it moves: a `horizontal` one stands upright between left and right. */
  direction: "horizontal" | "vertical";
  /** What lies before it, of the panels around it (the nearest `data-panels`, else its parent); by `unit`. */
  value: number;
  /** "percent" of the panels before it, or "px" of the one behind it, for which the arrows work the other way. */
  unit?: "percent" | "px";
  /** Not seen until it is pointed at or has the focus. */
  isQuiet?: boolean;
  min: number;
  max: number;
  /** Where a double press puts it. */
  initial: number;
  onMove: (value: number) => void;
  /** Let go: time to save. */
  onDone: (value: number) => void;
  /** What its percent are of, where that is not the panels' own box: of a row that has a height by itself. */
  boxOf?: (splitter: HTMLElement) => { top: number; height: number };
  className?: string;
  style?: CSSProperties;
};

const KEYS: Record<string, -1 | 1> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/** There the panels stand the other way round. */
const isRightToLeft = (element: Element) => getComputedStyle(element).direction === "rtl";

/** A divider between two panels, for pointer and keyboard alike. */
export function Splitter(props: SplitterProps) {
  const { label, direction, value, unit = "percent", isQuiet = false } = props;
  const { min, max, initial, onMove, onDone, boxOf, className, style } = props;
  const dragged = useRef<number | null>(null);
  const clamp = (percent: number) => Math.min(max, Math.max(min, Math.round(percent * 10) / 10));
  const set = (percent: number) => {
    onMove(clamp(percent));
    onDone(clamp(percent));
  };
  const percentAt = (event: PointerEvent<HTMLElement>) => {
    const splitter = event.currentTarget;
    const box = (splitter.closest("[data-panels]") ?? splitter.parentElement!).getBoundingClientRect();
    if (direction === "vertical") {
      const { top, height } = boxOf?.(splitter) ?? box;
      return ((event.clientY - top) / height) * 100;
    }
    const before = isRightToLeft(splitter) ? box.right - event.clientX : event.clientX - box.left;
    return unit === "px" ? box.width - before : (before / box.width) * 100;
  };
  const handleKey = (event: KeyboardEvent<HTMLElement>) => {
    const isMirrored = direction === "horizontal" && isRightToLeft(event.currentTarget);
    const sign = (KEYS[event.key] ?? 0) * (unit === "px" ? -1 : 1) * (isMirrored ? -1 : 1);
    if (event.key === "Home") set(min);
    else if (event.key === "End") set(max);
    else if (event.key === "Enter") set(initial);
    else if (sign) set(value + sign * (event.shiftKey ? SHIFT_STEP : STEP));
    else return;
    event.preventDefault();
  };
  const handleDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.focus();
    event.currentTarget.setPointerCapture(event.pointerId);
    dragged.current = value;
  };
  const handleMove = (event: PointerEvent<HTMLElement>) => {
    if (dragged.current === null) return;
    dragged.current = clamp(percentAt(event));
    onMove(dragged.current);
  };
  const handleUp = () => {
    if (dragged.current !== null) onDone(dragged.current);
    dragged.current = null;
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a focusable separator is a widget (WAI-ARIA 1.2)
    <div
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation={direction === "horizontal" ? "vertical" : "horizontal"}
      aria-valuenow={Math.round(value)}
      aria-valuetext={unit === "px" ? t("{count} pixels", { count: Math.round(value) }) : undefined}
      aria-valuemin={min}
      aria-valuemax={max}
      onKeyDown={handleKey}
      onPointerDown={handleDown}
      onPointerMove={handleMove}
      onPointerUp={handleUp}
      onPointerCancel={handleUp}
      onDoubleClick={() => set(initial)}
      style={style}
      className={clsx(
        "group relative z-10 grid shrink-0 touch-none place-items-center transition-colors hover:bg-accent focus-visible:bg-accent",
        !isQuiet && "bg-accent-soft",
        direction === "horizontal" ? "w-1.5 cursor-col-resize" : "h-1.5 cursor-row-resize",
        className,
      )}
    >
      <span
        aria-hidden="true"
        className={clsx(
          "rounded-full group-hover:bg-on-accent",
          !isQuiet && "bg-accent",
          direction === "horizontal" ? "h-8 w-0.5" : "h-0.5 w-8",
        )}
      />
    </div>
  );
}
