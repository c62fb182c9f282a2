import type { CountedTask } from "#contract/analytics.ts";
import { instantAt, addDays } from "#language/moment.ts";
import type { Database } from "../db/client.ts";
import type { Period } from "./period.ts";

type Clock = { today: string; zone: string };
type Row = { id: string; title: string; due_date: string | null; completed_at: Date | null; total: number };

const MOST_TASKS = 200;

export async function countTasks(
  db: Database,
  userId: string,
  period: Period,
  clock: Clock,
): Promise<{ done: number; slipped: number }> {
  const [row] = await db.queryAs<{ done: number; slipped: number }>(
    userId,
    `${HAPPENED} SELECT count(*) FILTER (WHERE ${IS.done})::int AS done, count(*) FILTER (WHERE ${IS.slipped})::int AS slipped FROM happened`,
    valuesOf(userId, period, clock),
    "insights-count-tasks",
  );
  return row!;
}

export async function listCountedTasks(
  db: Database,
  userId: string,
  { which, ...period }: Period & { which: "done" | "slipped" },
  clock: Clock,
): Promise<{ total: number; tasks: CountedTask[] }> {
  const rows = await db.queryAs<Row>(
    userId,
    `${HAPPENED} SELECT *, count(*) OVER ()::int AS total FROM happened WHERE ${IS[which]}
     ORDER BY ${which === "done" ? "completed_at" : "due_date"} DESC, id LIMIT ${MOST_TASKS}`,
    // What was done needs no time zone.
    valuesOf(userId, period, clock).slice(0, which === "done" ? 5 : 6),
    `insights-tasks-${which}`,
  );
  const tasks = rows.map((row) => ({
    taskId: row.id,
    title: row.title,
    dueDate: row.due_date,
    completedAt: row.completed_at?.toISOString() ?? null,
  }));
  return { total: rows[0]?.total ?? 0, tasks };
}

/** $2 and $3 are the days of the period, $4 and $5 its instants; today has not slipped yet. */
const valuesOf = (userId: string, { from, to }: Period, { today, zone }: Clock): unknown[] => [
  userId,
  from,
  to < today ? to : addDays(today, -1),
  instantAt(from, zone),
  instantAt(addDays(to, 1), zone),
  zone,
];

/** Each time that a task was done, or waits for it: of one that repeats, every instance. */
const HAPPENED = `WITH happened AS (
    SELECT id, title, due_date, CASE WHEN completed THEN completed_at END AS completed_at FROM tasks WHERE user_id = $1 AND trashed_at IS NULL
      AND (completed AND completed_at >= $4 AND completed_at < $5 OR due_date BETWEEN $2::date AND $3::date)
    UNION ALL
    SELECT t.id, t.title, c.due_date, c.completed_at FROM task_completions c JOIN tasks t ON t.id = c.task_id AND t.user_id = $1 AND t.trashed_at IS NULL
    WHERE c.user_id = $1 AND (c.completed_at >= $4 AND c.completed_at < $5 OR c.due_date BETWEEN $2::date AND $3::date)
  )`;

const IS = {
  done: "completed_at >= $4 AND completed_at < $5",
  slipped:
    "due_date BETWEEN $2::date AND $3::date AND (completed_at IS NULL OR (completed_at AT TIME ZONE $6)::date > due_date)",
} as const;
