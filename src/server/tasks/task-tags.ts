import type { Database } from "../db/client.ts";
import { IS_THERE } from "./task-row.ts";

/** Tags of tasks that are open, with how many have each, by name. */
export function countTags(db: Database, userId: string): Promise<{ tag: string; count: number }[]> {
  return db.queryAs(
    userId,
    `SELECT tag, count(*)::int AS count FROM tasks t, unnest(t.tags) AS tag
     WHERE ${IS_THERE} AND NOT t.completed GROUP BY tag ORDER BY lower(tag), tag`,
    [userId],
    "count-task-tags",
  );
}
