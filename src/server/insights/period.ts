import type { Analytics, PeriodFigures } from "#contract/analytics.ts";
import { WRITTEN, type WordOrigin } from "#contract/shared/word-origins.ts";
import { addDays, daysFrom } from "#language/moment.ts";
import { clockOf } from "#language/time-zone.ts";
import { timeZoneOf } from "../collab/note-tasks.ts";
import type { Database } from "../db/client.ts";
import { readHours, type HourRow, sessionsOf } from "./sessions.ts";
import { countTasks } from "./counted-tasks.ts";

export type Period = { from: string; to: string };

type DayRow = { day: string; origin: WordOrigin; added: number; removed: number };
type Known = { exact_from: string | null; hours_from: string | null; notes: number; notes_before: number };

/** The day of the account, and its time zone. */
export async function clockOfAccount(db: Database, userId: string): Promise<{ today: string; zone: string }> {
  const zone = (await timeZoneOf(db, userId)) ?? "UTC";
  return { today: clockOf(new Date(), zone).toISOString().slice(0, 10), zone };
}

/** As many days right before. */
export function periodBefore({ from, to }: Period): Period {
  const length = daysFrom(from, to) + 1;
  return { from: addDays(from, -length), to: addDays(from, -1) };
}

export async function analyticsOf(db: Database, userId: string, period: Period): Promise<Analytics> {
  const before = periodBefore(period);
  const clock = await clockOfAccount(db, userId);
  const both = { from: before.from, to: period.to };
  const [days, [known], hours, tasks, tasksBefore] = await Promise.all([
    db.queryAs<DayRow>(userId, DAYS, [userId, both.from, both.to], "insights-days"),
    db.queryAs<Known>(userId, KNOWN, [userId, period.from, period.to, before.from], "insights-known"),
    readHours(db, userId, both),
    countTasks(db, userId, period, clock),
    countTasks(db, userId, before, clock),
  ]);
  const [daysNow, hoursNow] = [within(days, period), within(hours, period)];
  const hourly = byHour(hoursNow);
  const figures = (
    rows: DayRow[],
    at: HourRow[],
    notes: number,
    done: Awaited<ReturnType<typeof countTasks>>,
  ) => ({ ...figuresOf(rows, at), notes, tasksDone: done.done, tasksSlipped: done.slipped });
  return {
    today: clock.today,
    exactFrom: known!.exact_from,
    hoursFrom: known!.hours_from,
    now: figures(daysNow, hoursNow, known!.notes, tasks),
    before: figures(within(days, before), within(hours, before), known!.notes_before, tasksBefore),
    days: byDay(daysNow),
    hours: hourly.map(({ written }) => written),
    byHour: hourly,
    origins: byOrigin(daysNow),
  };
}

const within = <Row extends { day: string }>(rows: readonly Row[], { from, to }: Period): Row[] =>
  rows.filter(({ day }) => day >= from && day <= to);

type Figures = Omit<PeriodFigures, "notes" | "tasksDone" | "tasksSlipped">;

function figuresOf(days: DayRow[], hours: HourRow[]): Figures {
  const sessions = sessionsOf(hours);
  const minutes = sessions.reduce((sum, session) => sum + session.minutes, 0);
  const writtenInThem = sessions.reduce((sum, { written }) => sum + written, 0);
  return {
    ...wordsOf(days),
    activeDays: days.filter(({ origin, added }) => origin === WRITTEN && added > 0).length,
    sessions: sessions.length,
    minutes,
    wordsAnHour: minutes > 0 ? Math.round((Math.max(writtenInThem, 0) / minutes) * 60) : null,
  };
}

function wordsOf(rows: readonly DayRow[]) {
  const total = (of: "added" | "removed", only: readonly DayRow[] = rows) =>
    only.reduce((sum, row) => sum + row[of], 0);
  const typed = rows.filter(({ origin }) => origin === WRITTEN);
  return { added: total("added"), removed: total("removed"), written: total("added", typed) };
}

const byDay = (rows: readonly DayRow[]) =>
  Array.from(
    Map.groupBy(rows, ({ day }) => day),
    ([day, ofDay]) => ({ day, ...wordsOf(ofDay) }),
  );

/** Below zero where more was taken back in that hour of all days than was written in it. */
function byHour(rows: readonly HourRow[]): NonNullable<Analytics["byHour"]> {
  const hours = Map.groupBy(rows, ({ hour }) => hour);
  return Array.from({ length: 24 }, (_, hour) => {
    const sum = (of: "added" | "removed" | "written") =>
      Math.max(
        (hours.get(hour) ?? []).reduce((total, row) => total + row[of], 0),
        0,
      );
    return { added: sum("added"), removed: sum("removed"), written: sum("written") };
  });
}

const byOrigin = (rows: readonly DayRow[]) =>
  Array.from(
    Map.groupBy(rows, ({ origin }) => origin),
    ([origin, ofOrigin]) => {
      const { added, removed } = wordsOf(ofOrigin);
      return { origin, added, removed };
    },
  ).toSorted((one, other) => other.added - one.added);

const DAYS = `SELECT day, origin, least(sum(added), 2000000000)::int AS added, least(sum(removed), 2000000000)::int AS removed
  FROM word_days WHERE user_id = $1 AND day BETWEEN $2::date AND $3::date AND (added > 0 OR removed > 0) GROUP BY day, origin ORDER BY day, origin`;

/** $4: where the period before begins, which ends where this one does. */
const KNOWN = `SELECT (SELECT min(day) FROM word_days WHERE user_id = $1) AS exact_from, (SELECT min(day) FROM word_hours WHERE user_id = $1) AS hours_from,
  count(DISTINCT note_id) FILTER (WHERE day >= $2::date)::int AS notes, count(DISTINCT note_id) FILTER (WHERE day < $2::date)::int AS notes_before
  FROM word_days WHERE user_id = $1 AND day BETWEEN $4::date AND $3::date AND (added > 0 OR removed > 0)`;
