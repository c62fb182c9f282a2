import { addDays } from "#language/moment.ts";
import { dayRange, firstWeekday, isoDay, longDay, monthName, weeksOfMonth } from "../../../lib/dates.ts";
import { t } from "../../../lib/messages/t.ts";

/** What the address of the page holds. */
export type CalendarSearch = {
  view?: string;
  /** The day that is looked at, YYYY-MM-DD. */
  on?: string;
  /** The event that is open, and which instance of it. */
  event?: string;
  at?: string;
  /** "yes": somebody came to make an event. */
  add?: string;
  /** The event, deleted or not, whose guests are to be told. */
  tell?: string;
  /** What is to be made of words that could not be saved: `rescue/keep-words.ts` has kept them under this id. */
  again?: string;
  /** "event": the brief of the open event; "day": that of the day that is looked at. */
  brief?: string;
};

export const VIEWS = [
  { id: "month", title: t("Month") },
  { id: "week", title: t("Week") },
  { id: "day", title: t("Day") },
  { id: "agenda", title: t("Agenda") },
  { id: "year", title: t("Year") },
] as const;
export type CalendarView = (typeof VIEWS)[number]["id"];

/** First and last day, both included. */
export type Period = { from: string; to: string };

const AGENDA_DAYS = 30;
const FIRST_DAY = "1900-01-01";
const LAST_DAY = "9999-11-30";

/** For lib/dates.ts, which writes days of the reader's own clock. */
export function dateOf(day: string): Date {
  const [year, month, date] = day.slice(0, 10).split("-").map(Number) as [number, number, number];
  return new Date(year, month - 1, date);
}

const isRealDay = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) && isoDay(dateOf(text)) === text && text >= FIRST_DAY && text <= LAST_DAY;

/** What an address asks for; what it says wrongly is as if it said nothing. */
export function choicesOf({ view, on }: CalendarSearch, today: string, usual: CalendarView) {
  return {
    view: VIEWS.find(({ id }) => id === view)?.id ?? usual,
    on: on && isRealDay(on) ? on : today,
  };
}

export function periodOf(view: CalendarView, on: string): Period {
  if (view === "day") return { from: on, to: on };
  if (view === "agenda") return { from: on, to: addDays(on, AGENDA_DAYS - 1) };
  if (view === "year") return { from: `${on.slice(0, 4)}-01-01`, to: `${on.slice(0, 4)}-12-31` };
  if (view === "month") {
    const weeks = weeksOfMonth(dateOf(on));
    return { from: isoDay(weeks[0]![0]!), to: isoDay(weeks.at(-1)!.at(-1)!) };
  }
  const back = (dateOf(on).getDay() - firstWeekday() + 7) % 7;
  return { from: addDays(on, -back), to: addDays(on, 6 - back) };
}

/** The same day of the month before or after, or the last one it has. */
function addMonths(day: string, months: number): string {
  const date = dateOf(day);
  const first = new Date(date.getFullYear(), date.getMonth() + months, 1);
  const last = new Date(first.getFullYear(), first.getMonth() + 1, 0).getDate();
  return isoDay(new Date(first.getFullYear(), first.getMonth(), Math.min(date.getDate(), last)));
}

/** The day to look at after a step back (-1) or on (1). */
export function step(view: CalendarView, on: string, by: -1 | 1): string {
  const next =
    view === "month"
      ? addMonths(on, by)
      : view === "year"
        ? addMonths(on, 12 * by)
        : addDays(on, by * (view === "week" ? 7 : view === "agenda" ? AGENDA_DAYS : 1));
  return next < FIRST_DAY ? FIRST_DAY : next > LAST_DAY ? LAST_DAY : next;
}

/** "November 2026", "Nov 23 – 29, 2026", "Wednesday, November 25". */
export function periodTitle(view: CalendarView, on: string, now: Date): string {
  if (view === "month") return monthName(dateOf(on));
  if (view === "year") return on.slice(0, 4);
  if (view === "day") return longDay(dateOf(on), now, "gregory");
  const { from, to } = periodOf(view, on);
  return dayRange(dateOf(from), dateOf(to));
}

/** The months that days lie in, which is what the server is asked for: the same ones whatever the view. */
export function monthsAround({ from, to }: Period): Period[] {
  const months: Period[] = [];
  for (let first = `${from.slice(0, 7)}-01`; first <= to; first = addMonths(first, 1))
    months.push({ from: first, to: addDays(addMonths(first, 1), -1) });
  return months;
}
