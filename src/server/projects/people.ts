import type { ProjectPerson } from "#contract/projects.ts";
import type { Database, Tx } from "../db/client.ts";
import { notFound } from "../failure.ts";
import { readTasks } from "../tasks/tasks.ts";
import { sharedPlaces } from "../tasks/shared-projects.ts";

/** Who sees a project, its owner first. @throws Failure NOT_FOUND */
export async function listPeople(db: Database, userId: string, projectId: string): Promise<ProjectPerson[]> {
  const people = await db.withUser(userId, (tx) => peopleOf(tx, projectId));
  if (people.length === 0) throw notFound();
  return people;
}

const peopleOf = (tx: Tx, projectId: string): Promise<ProjectPerson[]> =>
  tx.query<ProjectPerson>("SELECT * FROM people_of_project($1)", [projectId], "people-of-project");

/**
 * Who sees the shared project a task lies in; nobody when it lies in none.
 * @throws Failure NOT_FOUND
 */
export async function listPeopleOfTask(
  db: Database,
  userId: string,
  taskId: string,
): Promise<{ projectId: string | null; people: ProjectPerson[] }> {
  const [task] = await readTasks(db, userId, [taskId]);
  if (!task) throw notFound();
  const [place] = task.isOthers ? await sharedPlaces(db, userId, [taskId]) : [];
  return db.withUser(userId, async (tx) => {
    const projectId = place?.projectId ?? (await ownSharedProject(tx, taskId));
    return { projectId, people: projectId === null ? [] : await peopleOf(tx, projectId) };
  });
}

async function ownSharedProject(tx: Tx, taskId: string): Promise<string | null> {
  const [row] = await tx.query<{ id: string }>(
    `WITH RECURSIVE up AS (
       SELECT t.id, t.parent_id, t.note_id FROM tasks t WHERE t.id = $2 AND t.user_id = $1
       UNION SELECT t.id, t.parent_id, t.note_id FROM up u JOIN tasks t ON t.id = u.parent_id AND t.user_id = $1
     ), lying AS (
       SELECT n.folder_id FROM up u JOIN notes_v2 n ON n.id = u.note_id
       UNION SELECT f.parent_folder_id FROM lying l JOIN folders f ON f.id = l.folder_id
     )
     SELECT p.id FROM projects p WHERE p.user_id = $1 AND p.is_shared AND (
       p.id IN (SELECT i.project_id FROM up u JOIN project_tasks i ON i.id = u.id) OR p.folder_id IN (SELECT l.folder_id FROM lying l))
     ORDER BY p.id LIMIT 1`,
    [tx.userId, taskId],
    "own-shared-project",
  );
  return row?.id ?? null;
}
