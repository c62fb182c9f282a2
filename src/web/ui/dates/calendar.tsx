import { clsx } from "clsx";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from "react";
import {
  accountToday,
  isoDay,
  longDay,
  monthName,
  weekdayHead,
  weekdayName,
  weeksOfMonth,
} from "../../lib/dates.ts";
import { t } from "../../lib/messages/t.ts";
import { IconButton } from "../button.tsx";
import { useTimeChoices } from "./time.tsx";

type CalendarProps = {
  /** The chosen day, as YYYY-MM-DD; empty for none. */
  value: string;
  onChoose: (day: string) => void;
};

const dayOf = (iso: string): Date | null => {
  const [year, month, day] = iso.split("-").map(Number);
  return year && month && day ? new Date(year, month - 1, day) : null;
};
const movedBy = (day: Date, { days = 0, months = 0 }): Date => {
  const first = new Date(day.getFullYear(), day.getMonth() + months, 1);
  const last = new Date(first.getFullYear(), first.getMonth() + 1, 0).getDate();
  return new Date(first.getFullYear(), first.getMonth(), Math.min(day.getDate(), last) + days);
};

/** What a key does to the day that has the focus; by the pattern of a grid (WAI-ARIA). */
function dayByKey({ key, shiftKey, currentTarget }: KeyboardEvent, day: Date, week: Date[]): Date | null {
  const forward = getComputedStyle(currentTarget).direction === "rtl" ? -1 : 1;
  if (key === "ArrowRight") return movedBy(day, { days: forward });
  if (key === "ArrowLeft") return movedBy(day, { days: -forward });
  if (key === "ArrowDown") return movedBy(day, { days: 7 });
  if (key === "ArrowUp") return movedBy(day, { days: -7 });
  if (key === "PageDown") return movedBy(day, { months: shiftKey ? 12 : 1 });
  if (key === "PageUp") return movedBy(day, { months: shiftKey ? -12 : -1 });
  if (key === "Home") return week[0]!;
  if (key === "End") return week.at(-1)!;
  return null;
}

const focusDay = (grid: HTMLElement | null) =>
  grid?.querySelector<HTMLElement>("button[tabindex='0']")?.focus();

const WEEK = "grid grid-cols-7";

/** The days of a month, to choose one; weeks begin as the account has it. */
export function Calendar({ value, onChoose }: CalendarProps) {
  useTimeChoices();
  const [today] = useState(() => accountToday());
  const [day, setDay] = useState(() => dayOf(value) ?? today);
  const grid = useRef<HTMLDivElement>(null);
  const isByKey = useRef(false);
  useEffect(() => {
    if (isByKey.current) focusDay(grid.current);
    isByKey.current = false;
  }, [day]);
  const weeks = weeksOfMonth(day);
  const firstWeekday = weeks[0]![0]!.getDay();
  const drawnWith = useRef(firstWeekday);
  useLayoutEffect(() => {
    // The account's first weekday came a moment later: other weeks, and with the drawn ones the focus has gone.
    if (drawnWith.current !== firstWeekday && document.activeElement === document.body)
      focusDay(grid.current);
    drawnWith.current = firstWeekday;
  }, [firstWeekday]);
  const handleKey = (event: KeyboardEvent) => {
    const week = weeks.find((days) => days.some((one) => isoDay(one) === isoDay(day)))!;
    const next = dayByKey(event, day, week);
    if (!next) return;
    event.preventDefault();
    isByKey.current = true;
    setDay(next);
  };
  const heading = monthName(day);
  return (
    <div className="mx-auto w-fit">
      <div className="flex items-center justify-between gap-2 pb-1">
        <IconButton label={t("Previous month")} onClick={() => setDay(movedBy(day, { months: -1 }))}>
          <ChevronLeft size={16} className="rtl:-scale-x-100" />
        </IconButton>
        <p aria-live="polite" className="text-sm font-semibold">
          {heading}
        </p>
        <IconButton label={t("Next month")} onClick={() => setDay(movedBy(day, { months: 1 }))}>
          <ChevronRight size={16} className="rtl:-scale-x-100" />
        </IconButton>
      </div>
      <div
        ref={grid}
        role="grid"
        tabIndex={-1}
        aria-label={heading}
        onKeyDown={handleKey}
        className="text-sm tabular-nums"
      >
        <div role="row" className={WEEK}>
          {weeks[0]!.map((head) => (
            <span
              key={head.getDay()}
              role="columnheader"
              aria-label={weekdayName(head)}
              className="grid h-8 place-items-center text-xs font-medium text-faint"
            >
              {weekdayHead(head)}
            </span>
          ))}
        </div>
        {weeks.map((week) => (
          <div key={isoDay(week[0]!)} role="row" className={WEEK}>
            {week.map((one) => {
              const iso = isoDay(one);
              const isOther = one.getMonth() !== day.getMonth();
              const isToday = iso === isoDay(today);
              return (
                <div key={iso} role="gridcell" aria-selected={iso === value}>
                  <button
                    type="button"
                    tabIndex={iso === isoDay(day) ? 0 : -1}
                    aria-label={longDay(one, today, "gregory")}
                    aria-current={isToday ? "date" : undefined}
                    onClick={() => onChoose(iso)}
                    className={clsx(
                      "grid size-9 place-items-center rounded-md pointer-coarse:size-11",
                      iso === value
                        ? "bg-accent-fill font-semibold text-on-accent"
                        : clsx(
                            "hover:bg-hover",
                            isToday ? "font-semibold text-accent" : isOther && "text-faint",
                          ),
                    )}
                  >
                    {one.getDate()}
                  </button>
                </div>
              );
            })}
          </div>
        ))}
      </div>
    </div>
  );
}
