import { clsx } from "clsx";
import { addDays, dayIn } from "#language/moment.ts";
import { isoDay, longDay, monthOnly, weekdayHead, weekdayName, weeksOfMonth } from "../../../lib/dates.ts";
import { plural } from "../../../lib/messages/plural.ts";
import { t } from "../../../lib/messages/t.ts";
import type { Entry } from "../model/entries.ts";
import type { CalendarView } from "../model/periods.ts";

type YearProps = {
  on: string;
  today: string;
  entries: readonly Entry[];
  onDay: (day: string, view: CalendarView) => void;
};

const MONTHS = Array.from({ length: 12 }, (_, month) => month);
const MOST_DAYS = 400;

/** How much there is on each day. */
function countsOf(entries: readonly Entry[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { span } of entries) {
    const last = dayIn(span.end);
    let day = dayIn(span.start);
    for (let days = 0; day <= last && days < MOST_DAYS; days += 1, day = addDays(day, 1))
      counts.set(day, (counts.get(day) ?? 0) + 1);
  }
  return counts;
}

/** The months of a year at once; a day that has something says so, and leads to it. */
export function Year({ on, today, entries, onDay }: YearProps) {
  const counts = countsOf(entries);
  const year = Number(on.slice(0, 4));
  return (
    <div className="cal-year grid grid-cols-[repeat(auto-fill,minmax(15rem,1fr))] gap-x-6 gap-y-5 px-4 pb-12">
      {MONTHS.map((month) => (
        <Month
          key={month}
          first={new Date(year, month, 1)}
          on={on}
          today={today}
          counts={counts}
          onDay={onDay}
        />
      ))}
    </div>
  );
}

type MonthProps = Omit<YearProps, "entries"> & { first: Date; counts: Map<string, number> };

function Month({ first, on, today, counts, onDay }: MonthProps) {
  const weeks = weeksOfMonth(first);
  const name = monthOnly(first);
  return (
    <section aria-label={name}>
      <h2 className="pb-1">
        <button
          type="button"
          onClick={() => onDay(isoDay(first), "month")}
          className="tap rounded-md px-1 text-sm font-semibold hover:underline"
        >
          {name}
        </button>
      </h2>
      <table className="w-full table-fixed text-center text-xs tabular-nums">
        <thead>
          <tr>
            {weeks[0]!.map((day) => (
              <th key={day.getDay()} scope="col" className="h-6 font-medium text-faint">
                <span aria-hidden="true">{weekdayHead(day).slice(0, 2)}</span>
                <span className="sr-only">{weekdayName(day)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={isoDay(week[0]!)}>
              {week.map((date) => (
                <td key={isoDay(date)} className="p-0">
                  {date.getMonth() === first.getMonth() && (
                    <Day
                      date={date}
                      on={on}
                      today={today}
                      count={counts.get(isoDay(date)) ?? 0}
                      onDay={onDay}
                    />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

type DayProps = Omit<YearProps, "entries"> & { date: Date; count: number };

function Day({ date, on, today, count, onDay }: DayProps) {
  const day = isoDay(date);
  const words = longDay(date, date, "gregory");
  return (
    <button
      type="button"
      data-day={day}
      tabIndex={day === on ? 0 : -1}
      aria-current={day === today ? "date" : undefined}
      aria-label={
        count > 0
          ? t("{day}, {entries}", {
              day: words,
              entries: plural(count, { one: "{count} entry", other: "{count} entries" }),
            })
          : words
      }
      onClick={() => onDay(day, "day")}
      className={clsx(
        "relative mx-auto grid size-7 place-items-center rounded-full pointer-coarse:size-9",
        day === today
          ? "bg-accent-fill font-semibold text-on-accent"
          : count > 0
            ? "font-semibold hover:bg-hover"
            : "text-muted hover:bg-hover",
      )}
    >
      {date.getDate()}
      {count > 0 && (
        <span
          aria-hidden="true"
          className={clsx(
            "absolute bottom-0.5 h-0.5 rounded-full bg-current",
            count > 3 ? "w-3" : count > 1 ? "w-2" : "w-1",
            day !== today && "text-accent",
          )}
        />
      )}
    </button>
  );
}
