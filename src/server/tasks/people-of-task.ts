import type { ProjectPerson } from "#contract/projects.ts";
import type { Task } from "#contract/tasks.ts";
import type { Database } from "../db/client.ts";
import { tellMentioned } from "../notifications/mentions.ts";

/** The shared project a task lies in and who sees it; nobody when it lies in none, or in none that the user sees. */
export async function peopleOfTask(
  db: Database,
  userId: string,
  taskId: string,
): Promise<{ projectId: string | null; people: ProjectPerson[] }> {
  const rows = await db.queryAs<ProjectPerson & { project_id: string }>(
    userId,
    "SELECT * FROM people_of_task($1)",
    [taskId],
    "people-of-task",
  );
  const people = rows.map(({ id, name, role }) => ({ id, name, role }));
  return { projectId: rows[0]?.project_id ?? null, people };
}

const wordsOf = ({ title, description }: Pick<Task, "title" | "description">) => `${title}\n${description}`;

/** Tells whom a task's words name now. After the commit. */
export async function tellMentionedInTask(
  db: Database,
  userId: string,
  before: Pick<Task, "title" | "description">,
  after: Task,
): Promise<void> {
  const text = wordsOf(after);
  if (text === wordsOf(before) || !/[@＠]/.test(text)) return;
  const { projectId, people } = await peopleOfTask(db, userId, after.id);
  if (projectId === null) return;
  const href = `/app/projects/${projectId}?tab=tasks&task=${after.id}`;
  await tellMentioned(db, userId, {
    before: wordsOf(before),
    text,
    people,
    place: "a task",
    href,
    id: after.id,
  });
}
