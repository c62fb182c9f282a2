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
 * $2 is today, $3 and $4 the first days of this week and the last, $5 the day a week ago, $6 the instant this week began at. The streak is walked
 * back a day at a time, from today or, as long as today is empty, from yesterday, so that it does not matter how many years are behind it.
 */
const OVERVIEW = `WITH RECURSIVE own AS (
    SELECT count(*)::int AS notes, least(coalesce(sum(word_count), 0), 2000000000)::int AS words FROM notes_v2 WHERE user_id = $1 AND trashed_at IS NULL
  ), counted AS (
    SELECT least(coalesce(sum(added) FILTER (WHERE day = $2::date), 0), 2000000000)::int AS today,
      least(coalesce(sum(added) FILTER (WHERE day >= $3::date), 0), 2000000000)::int AS this_week,
      least(coalesce(sum(added) FILTER (WHERE day <= $5::date), 0), 2000000000)::int AS last_week
    FROM word_days WHERE user_id = $1 AND origin = $7 AND day BETWEEN $4::date AND $2::date
  ), streak (day) AS (
    (SELECT day FROM word_days WHERE user_id = $1 AND day BETWEEN $2::date - 1 AND $2::date AND origin = $7 AND added > 0
      ORDER BY day DESC LIMIT 1)
    UNION ALL SELECT (SELECT d.day FROM word_days d WHERE d.user_id = $1 AND d.day = s.day - 1 AND d.origin = $7 AND d.added > 0 LIMIT 1)
    FROM streak s WHERE s.day IS NOT NULL
  )
  SELECT own.*, counted.*, (SELECT count(day)::int FROM streak) AS streak,
    (SELECT count(*)::int FROM notes_v2 WHERE user_id = $1 AND trashed_at IS NULL AND created_at >= $6::timestamptz) AS notes_this_week,
    ((SELECT count(*) FROM tasks WHERE user_id = $1 AND trashed_at IS NULL AND completed AND completed_at >= $6::timestamptz)
      + (SELECT count(*) FROM task_completions WHERE user_id = $1 AND completed_at >= $6::timestamptz))::int AS tasks_done
  FROM own, counted`;
