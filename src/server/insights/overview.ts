import type { InsightsOverview } from "#contract/insights.ts";
import { WRITTEN } from "#contract/shared/word-origins.ts";
import { clockOf, instantOf } from "#language/time-zone.ts";
import { timeZoneOf } from "../collab/note-tasks.ts";
import type { Database } from "../db/client.ts";

const DAY_MS = 86_400_000;

type Row = {
  notes: number;
  words: number;
  notes_this_week: number;
  tasks_done: number;
  today: number;
  this_week: number;
  last_week: number;
  streak: number;
};

/** @param firstWeekday 0 is Sunday */
export async function overviewOf(
  db: Database,
  userId: string,
  firstWeekday: number,
): Promise<InsightsOverview> {
  const zone = (await timeZoneOf(db, userId)) ?? "UTC";
  const now = clockOf(new Date(), zone);
  const day = isoDay(now.getTime());
  const midnight = Date.parse(day);
  const week = midnight - ((now.getUTCDay() - firstWeekday + 7) % 7) * DAY_MS;
  const [row] = await db.queryAs<Row>(
    userId,
    OVERVIEW,
    [
      userId,
      day,
      isoDay(week),
      isoDay(week - 7 * DAY_MS),
      isoDay(midnight - 7 * DAY_MS),
      new Date(instantOf(week, zone)),
      WRITTEN,
    ],
    "insights-overview",
  );
  return {
    day,
    notes: row!.notes,
    words: row!.words,
    wordsToday: row!.today,
    wordsThisWeek: row!.this_week,
    wordsLastWeek: row!.last_week,
    streakDays: row!.streak,
    notesThisWeek: row!.notes_this_week,
    tasksDoneThisWeek: row!.tasks_done,
  };
}

const isoDay = (at: number): string => new Date(at).toISOString().slice(0, 10);

/**
 * $2 is today, $3 and $4 the first days of this week and the last, $5 the day a week ago, $6 the instant this week began at. A streak is a
 * run of days that stand as far from each other as their places do; the one that counts ends today or, as long as today is empty, yesterday.
 */
const OVERVIEW = `WITH own AS (
    SELECT count(*)::int AS notes, coalesce(sum(word_count), 0)::int AS words,
      count(*) FILTER (WHERE created_at >= $6::timestamptz)::int AS notes_this_week
    FROM notes_v2 WHERE user_id = $1 AND trashed_at IS NULL
  ), written AS (
    SELECT day, sum(added)::int AS words FROM word_days
    WHERE user_id = $1 AND origin = $7 AND added > 0 AND day <= $2::date GROUP BY day
  ), runs AS (
    SELECT day, day - (row_number() OVER (ORDER BY day))::int AS run FROM written
  ), counted AS (
    SELECT coalesce(sum(words) FILTER (WHERE day = $2::date), 0)::int AS today,
      coalesce(sum(words) FILTER (WHERE day >= $3::date), 0)::int AS this_week,
      coalesce(sum(words) FILTER (WHERE day >= $4::date AND day <= $5::date), 0)::int AS last_week
    FROM written
  )
  SELECT own.*, counted.*,
    (SELECT count(*)::int FROM runs WHERE run = (SELECT run FROM runs WHERE day >= $2::date - 1 ORDER BY day DESC LIMIT 1)) AS streak,
    ((SELECT count(*) FROM tasks WHERE user_id = $1 AND trashed_at IS NULL AND completed AND completed_at >= $6::timestamptz)
      + (SELECT count(*) FROM task_completions WHERE user_id = $1 AND completed_at >= $6::timestamptz))::int AS tasks_done
  FROM own, counted`;
