import type { Task } from "#contract/tasks.ts";
import type { Database } from "../db/client.ts";
import { CANDIDATES, likeFolded, type PlannerQuery } from "../search/planner-search.ts";
import { asGuestSees, openProject } from "./shared-projects.ts";
import { COLUMNS, IS_THERE, type TaskRow, toTask } from "./task-row.ts";

const WORDS = "folded(lower(t.title || ' ' || t.description))";

/** No index has the words of tasks that others share: the tasks of the projects that were named are looked through. */
const FOUND = `SELECT ${COLUMNS} FROM tasks t WHERE ${IS_THERE} AND t.id IN (SELECT open_project_tasks('viewer'))
    AND ${WORDS} LIKE ALL ($2::text[]) AND NOT ${WORDS} LIKE ANY ($3::text[])
    AND NOT EXISTS (SELECT FROM unnest($4::text[]) AS wanted WHERE NOT EXISTS (SELECT FROM unnest(t.tags) AS tag WHERE lower(tag) = lower(wanted)))
  ORDER BY t.completed, t.updated_at DESC LIMIT $5`;

/** Tasks of projects with these titles that others share with the user: each word must occur in them, as it is or as a part of another. */
export async function searchSharedTasks(
  db: Database,
  userId: string,
  { projects, words, phrases, tags, unwanted }: PlannerQuery,
): Promise<Task[]> {
  const named = await db.queryAs<{ project_id: string }>(
    userId,
    "SELECT project_id FROM shared_projects_named($1)",
    [projects],
    "shared-projects-named",
  );
  const found: Task[] = [];
  for (const { project_id: projectId } of named)
    found.push(
      ...(await db.withUser(userId, async (tx) => {
        const guest = await openProject(tx, projectId, "viewer");
        const likes = [[...words, ...phrases], unwanted].map((needles) => needles.map(likeFolded));
        const rows = await guest.query<TaskRow>(
          FOUND,
          [guest.ownerId, ...likes, tags, CANDIDATES],
          "search-shared-tasks",
        );
        return asGuestSees(guest, rows.map(toTask));
      })),
    );
  return found;
}
