import type { Task } from "#contract/tasks.ts";
import type { Database } from "../db/client.ts";
import type { Reach } from "../notes/ai-access/reach.ts";
import { bestFirst, CANDIDATES, type PlannerQuery, readPlannerQuery } from "../search/planner-search.ts";
import { COLUMNS, IS_THERE, type TaskRow, toTask } from "./task-row.ts";

/** Every word must occur, as a word or as the beginning of one; where none does, in titles as parts of words. */
export async function searchTasks(
  db: Database,
  userId: string,
  { query, limit, reach = "nowhere" }: { query: string; limit: number; reach?: Reach },
): Promise<Task[]> {
  const asked = readPlannerQuery(query);
  if (!asked) return [];
  const found = await byWords(db, userId, asked, reach);
  const rows =
    found.length > 0 || asked.titleLikes.length === 0 ? found : await inTitles(db, userId, asked, reach);
  const hits = rows
    .map(toTask)
    .map((task) => ({ ...task, task, isOver: task.completed, at: task.updatedAt }));
  return bestFirst(hits, asked, limit).map(({ task }) => task);
}

const byWords = (
  db: Database,
  userId: string,
  { words, phrases, tags, unwanted }: PlannerQuery,
  reach: Reach,
) =>
  db.queryAs<TaskRow>(
    userId,
    `SELECT ${COLUMNS} FROM tasks t WHERE ${IS_THERE}
       AND t.id = ANY (ARRAY(SELECT planner_within_reach(false, ARRAY(
         SELECT search_planner(false, $2::text[], $3::text[], $4::text[], $5::text[], $6)), $7)))`,
    [userId, words, phrases, tags, unwanted, CANDIDATES, reach],
    "search-tasks",
  );

const inTitles = (db: Database, userId: string, { titleLikes }: PlannerQuery, reach: Reach) =>
  db.queryAs<TaskRow>(
    userId,
    `SELECT ${COLUMNS} FROM tasks t WHERE t.id = ANY (ARRAY(SELECT planner_within_reach(false, ARRAY(
       SELECT t.id FROM tasks t WHERE ${IS_THERE} AND CASE WHEN octet_length(t.title) = length(t.title) THEN lower(t.title) ELSE folded(lower(t.title)) END LIKE ALL ($2::text[])
       ORDER BY t.updated_at DESC LIMIT $3), $4))) ORDER BY t.updated_at DESC`,
    [userId, titleLikes, CANDIDATES, reach],
    "search-task-titles",
  );
