import type { ProjectPerson } from "#contract/projects.ts";
import type { Database } from "../db/client.ts";
import { notFound } from "../failure.ts";
import { peopleOfTask } from "../tasks/people-of-task.ts";
import { getTask } from "../tasks/tasks.ts";

/** Who sees a project, its owner first. @throws Failure NOT_FOUND */
export async function listPeople(db: Database, userId: string, projectId: string): Promise<ProjectPerson[]> {
  const people = await db.queryAs<ProjectPerson>(
    userId,
    "SELECT * FROM people_of_project($1)",
    [projectId],
    "people-of-project",
  );
  if (people.length === 0) throw notFound();
  return people;
}

/**
 * Who sees the shared project a task lies in; nobody when it lies in none.
 * @throws Failure NOT_FOUND
 */
export async function listPeopleOfTask(
  db: Database,
  userId: string,
  taskId: string,
): Promise<{ projectId: string | null; people: ProjectPerson[] }> {
  await getTask(db, userId, taskId);
  return peopleOfTask(db, userId, taskId);
}
