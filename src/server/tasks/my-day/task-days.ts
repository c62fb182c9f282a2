import type { Tx } from "../../db/client.ts";

/**
 * On which day each person has tasks of others on My Day (decision 162): it is the reader's own, and neither the task's owner nor anybody else
 * who sees the task is told of it. That of an own task is a column of the task.
 */

/** Of an account: the earliest days go first. */
const DAYS_MAX = 5000;

/** The reader's days of these tasks, by their ids. */
export async function daysOf(tx: Tx, taskIds: string[]): Promise<Map<string, string>> {
  if (taskIds.length === 0) return new Map();
  const rows = await tx.query<{ task_id: string; my_day: string }>(
    "SELECT task_id, my_day FROM task_days WHERE user_id = $1 AND task_id = ANY ($2::uuid[])",
    [tx.userId, taskIds],
    "days-of-tasks",
  );
  return new Map(rows.map((row) => [row.task_id, row.my_day]));
}

/**
 * Puts tasks of the opened project on the reader's My Day, or takes them off (null). Those that the reader doesn't see are passed over.
 * @param days by the id of the task
 */
export async function putOnDays(tx: Tx, days: ReadonlyMap<string, string | null>): Promise<void> {
  if (days.size === 0) return;
  await tx.query(PUT, [tx.userId, [...days.keys()], [...days.values()], tx.ownerId], "put-task-days");
  await tx.query(
    `DELETE FROM task_days WHERE user_id = $1 AND task_id IN (
       SELECT task_id FROM task_days WHERE user_id = $1 ORDER BY my_day DESC, task_id OFFSET ${DAYS_MAX})`,
    [tx.userId],
    "forget-task-days",
  );
}

const PUT = `WITH given AS (SELECT * FROM unnest($2::uuid[], $3::date[]) AS given (task_id, my_day)),
  gone AS (DELETE FROM task_days d USING given g WHERE d.user_id = $1 AND d.task_id = g.task_id AND g.my_day IS NULL)
  INSERT INTO task_days (user_id, task_id, owner_id, my_day)
  SELECT $1, t.id, t.user_id, g.my_day FROM given g JOIN tasks t ON t.id = g.task_id AND t.user_id = $4
  WHERE g.my_day IS NOT NULL ORDER BY t.id
  ON CONFLICT (user_id, task_id) DO UPDATE SET my_day = excluded.my_day`;

/** Whether task `t`, of somebody else, is on the reader's My Day. @param day SQL of a day */
export const IS_ON_MY_DAY = (day: string) =>
  `t.id = ANY (ARRAY(SELECT d.task_id FROM task_days d WHERE d.user_id = (SELECT app_user_id()) AND d.my_day = ${day}))`;
