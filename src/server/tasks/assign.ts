import type { Task } from "#contract/tasks.ts";
import type { Database, Tx } from "../db/client.ts";
import { Failure } from "../failure.ts";
import { addNotification } from "../notifications/notifications.ts";

/** Whom to tell of a task that is theirs to do now. */
export type Assignment = { taskId: string; title: string; personId: string; projectId: string };

/**
 * Whether tasks can be given to the people that changes name.
 * @returns whom to tell
 * @throws Failure INVALID_INPUT for somebody who doesn't see the task's project
 */
export async function assignmentsOf(tx: Tx, moves: { before: Task; after: Task }[]): Promise<Assignment[]> {
  const found: Assignment[] = [];
  for (const { before, after } of moves) {
    const assignment = await assignmentOf(tx, before, after);
    if (assignment) found.push(assignment);
  }
  return found;
}

/** Null when nobody else is concerned. */
async function assignmentOf(tx: Tx, before: Task, after: Task): Promise<Assignment | null> {
  const personId = after.assigneeId;
  if (personId === null || personId === before.assigneeId) return null;
  if (personId === tx.userId && tx.userId === tx.ownerId) return null;
  const [row] = await tx.query<{ project: string | null }>(
    "SELECT project_to_assign_in($1, $2) AS project",
    [after.id, personId],
    "project-to-assign-in",
  );
  if (!row?.project)
    throw new Failure("INVALID_INPUT", "This person doesn't have access to the task's project.");
  return personId === tx.userId
    ? null
    : { taskId: after.id, title: after.title, personId, projectId: row.project };
}

/** After the commit. Each assignment once, whatever is sent again. */
export async function tellAssigned(db: Database, userId: string, assignments: Assignment[]): Promise<void> {
  if (assignments.length === 0) return;
  const [me] = await db.queryAs<{ name: string }>(
    userId,
    "SELECT display_name AS name FROM user_profiles WHERE id = $1",
    [userId],
  );
  for (const [personId, those] of Map.groupBy(assignments, (one) => one.personId)) {
    const [first] = those;
    await addNotification(db, personId, {
      type: "info",
      title:
        those.length === 1
          ? `${me?.name || "Someone"} assigned you a task`
          : `${me?.name || "Someone"} assigned you ${those.length} tasks`,
      message: those.length === 1 ? first!.title : first!.title + " ...",
      href: `/app/projects/${first!.projectId}?tab=tasks${those.length === 1 ? `&task=${first!.taskId}` : ""}`,
    });
  }
}
