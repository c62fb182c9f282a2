import type { Task } from "#contract/tasks.ts";
import type { Database } from "../db/client.ts";
import type { Reach } from "../notes/ai-access/reach.ts";
import { bestFirst, CANDIDATES, type PlannerQuery, readPlannerQuery } from "../search/planner-search.ts";
import { IN_PROJECTS_NAMED } from "./list-tasks.ts";
import { searchSharedTasks } from "./search-shared-tasks.ts";
import { COLUMNS, IS_THERE, type TaskRow, toTask } from "./task-row.ts";

/** Every word must occur, as a word or as the beginning of one; where none does, in titles as parts of words. Of projects alone, what is in them. */
export async function searchTasks(
  db: Database,
  userId: string,
  { query, limit, reach = "nowhere" }: { query: string; limit: number; reach?: Reach },
): Promise<Task[]> {
  const asked = readPlannerQuery(query);
  if (!asked) return [];
  const isOfWords = asked.words.length + asked.phrases.length + asked.tags.length > 0;
  const found = isOfWords ? await byWords(db, userId, asked, reach) : [];
  const hasTitlesToo = !isOfWords || (found.length === 0 && asked.titleLikes.length > 0);
  const rows = hasTitlesToo ? await inTitles(db, userId, asked, reach) : found;
  // A model is told of one's own alone.
  const isOfOthers = asked.projects.length > 0 && reach === "nowhere";
  const shared = isOfOthers ? await searchSharedTasks(db, userId, asked) : [];
  const hits = [...rows.map(toTask), ...shared].map((task) => ({
    ...task,
    task,
    isOver: task.completed,
    at: task.updatedAt,
  }));
  return bestFirst(hits, asked, limit).map(({ task }) => task);
}

/** Which of the tasks that a query finds it narrows to; $2 are titles of projects. */
const ofProjects = ({ projects }: PlannerQuery) =>
  projects.length > 0 ? IN_PROJECTS_NAMED("$2::text[]") : "$2::text[] IS NOT NULL";

/** So many of them may be in other projects. */
const candidatesOf = ({ projects }: PlannerQuery) => (projects.length > 0 ? 10 : 1) * CANDIDATES;

const byWords = (db: Database, userId: string, asked: PlannerQuery, reach: Reach) =>
  db.queryAs<TaskRow>(
    userId,
    `SELECT ${COLUMNS} FROM tasks t WHERE ${IS_THERE} AND ${ofProjects(asked)}
       AND t.id = ANY (ARRAY(SELECT planner_within_reach(false, ARRAY(
         SELECT search_planner(false, $3::text[], $4::text[], $5::text[], $6::text[], $7)), $8)))`,
    [
      ...[userId, asked.projects, asked.words, asked.phrases, asked.tags, asked.unwanted],
      ...[candidatesOf(asked), reach],
    ],
    asked.projects.length > 0 ? "search-tasks-of-projects" : "search-tasks",
  );

/** Those with all of that in their titles; without any, all of the projects, what is still to be done first. */
const inTitles = (db: Database, userId: string, asked: PlannerQuery, reach: Reach) =>
  db.queryAs<TaskRow>(
    userId,
    `SELECT ${COLUMNS} FROM tasks t WHERE t.id = ANY (ARRAY(SELECT planner_within_reach(false, ARRAY(
       SELECT t.id FROM tasks t WHERE ${IS_THERE} AND ${ofProjects(asked)}
         AND CASE WHEN octet_length(t.title) = length(t.title) THEN lower(t.title) ELSE folded(lower(t.title)) END LIKE ALL ($3::text[])
       ORDER BY t.completed AND $2 <> '{}', t.updated_at DESC LIMIT $4), $5))) ORDER BY t.updated_at DESC`,
    [userId, asked.projects, asked.titleLikes, CANDIDATES, reach],
    asked.projects.length > 0 ? "search-task-titles-of-projects" : "search-task-titles",
  );
