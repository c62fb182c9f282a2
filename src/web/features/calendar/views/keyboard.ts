import { addDays, isDay, wallOf } from "#language/moment.ts";
import type { Entry } from "../model/entries.ts";
import type { CalendarView } from "../model/periods.ts";
import { addMinutes, shiftSpan, type Span } from "../model/times.ts";

const STEP_MINUTES = 15;
const ARROWS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];

type Press = Pick<KeyboardEvent, "key" | "altKey" | "shiftKey" | "ctrlKey" | "metaKey">;

/** In days across and in quarters of an hour down, in a month in weeks; days begin at the right where one reads from there. */
function stepOf(key: string, span: Span, view: CalendarView, isRightToLeft: boolean) {
  const forward = isRightToLeft ? -1 : 1;
  if (key === "ArrowRight") return { days: forward };
  if (key === "ArrowLeft") return { days: -forward };
  const down = key === "ArrowDown" ? 1 : -1;
  if (view === "month" || isDay(span.start)) return { days: 7 * down };
  return { minutes: STEP_MINUTES * down };
}

/** What Alt and an arrow make of an entry; with Shift it ends elsewhere. Null for other keys, and where nothing would be left of it. */
export function spanByKey(
  press: Press,
  entry: Entry,
  view: CalendarView,
  isRightToLeft: boolean,
): { span: Span; isResized: boolean } | null {
  const { key, altKey, shiftKey, ctrlKey, metaKey } = press;
  if (!altKey || ctrlKey || metaKey || !ARROWS.includes(key)) return null;
  const { span } = entry;
  const by = stepOf(key, span, view, isRightToLeft);
  if (!shiftKey) return { span: shiftSpan(span, by), isResized: false };
  const { days = 0, minutes = 0 } = by;
  if (entry.kind === "reminder" || (entry.kind === "task" && isDay(span.start))) return null;
  const end = isDay(span.end) ? addDays(span.end, days) : addMinutes(span.end, days * 1440 + minutes);
  const isLeft = isDay(span.end)
    ? end >= span.start
    : wallOf(end) - wallOf(span.start) >= STEP_MINUTES * 60_000;
  return isLeft ? { span: { start: span.start, end }, isResized: true } : null;
}

/** The day that a key leads to from the one that has the focus; by the pattern of a grid (WAI-ARIA). */
export function dayByKey({ key, altKey }: Press, day: string, view: CalendarView, isRightToLeft: boolean) {
  if (altKey) return null;
  const forward = isRightToLeft ? -1 : 1;
  if (key === "ArrowRight") return addDays(day, forward);
  if (key === "ArrowLeft") return addDays(day, -forward);
  if (view !== "month" && view !== "year") return null;
  if (key === "ArrowDown") return addDays(day, 7);
  if (key === "ArrowUp") return addDays(day, -7);
  return null;
}

/** A change is drawn by then, and again with the server's answer, also on a slow device. */
const DRAWN_MS = 5_000;

/** Gives the focus to what will be drawn within the next moments: where a moved event stands, the day one goes to. */
export function focusSoon(within: HTMLElement | null, selector: () => string | null): void {
  let ours = document.activeElement;
  let isOver = false;
  const end = () => (isOver = true);
  document.addEventListener("pointerdown", end, { once: true, capture: true });
  setTimeout(end, DRAWN_MS);
  const look = () => {
    const { activeElement: active } = document;
    // Somebody has gone elsewhere, or a dialog has opened.
    if (isOver || (active && active !== document.body && active !== ours)) {
      document.removeEventListener("pointerdown", end, { capture: true });
      return;
    }
    const wanted = selector();
    const found = wanted ? within?.querySelector<HTMLElement>(wanted) : null;
    if (found && found !== active) {
      found.focus();
      ours = found;
    }
    requestAnimationFrame(look);
  };
  look();
}
