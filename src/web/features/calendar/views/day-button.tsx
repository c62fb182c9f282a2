import { clsx } from "clsx";
import { longDay } from "../../../lib/dates.ts";
import { t } from "../../../lib/messages/t.ts";
import { dateOf } from "../model/periods.ts";
import type { Span } from "../model/times.ts";

type DayButtonProps = {
  day: string;
  words: string;
  on: string;
  today: string;
  onNew: (span: Span) => void;
  newWords: ((day: string) => string) | undefined;
};

/** The number of a day: pressed, or entered with the keys, it makes an event there. Arrow keys go from one to the next. */
export function DayButton({ day, words, on, today, onNew, newWords }: DayButtonProps) {
  const inWords = longDay(dateOf(day), dateOf(today), "gregory");
  return (
    <button
      type="button"
      data-day={day}
      onClick={() => onNew({ start: day, end: day })}
      tabIndex={day === on ? 0 : -1}
      aria-label={newWords ? newWords(inWords) : t("New event on {day}", { day: inWords })}
      aria-current={day === today ? "date" : undefined}
      className="grid min-h-6 min-w-6 place-items-center rounded-full hover:bg-hover"
    >
      <span
        className={clsx(
          "grid size-6 place-items-center rounded-full text-xs tabular-nums",
          day === today ? "bg-accent-fill font-semibold text-on-accent" : "text-muted",
        )}
      >
        {words}
      </span>
    </button>
  );
}
