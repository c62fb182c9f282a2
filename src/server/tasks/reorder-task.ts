import type { Task } from "#contract/tasks.ts";
import type { Database, Tx } from "../db/client.ts";
import { notFound } from "../failure.ts";
import { logTaskChanges, recordTaskChanges } from "./log-tasks.ts";
import { keepInProject } from "./project-tasks.ts";
import { LAST_POSITION, saveTasks } from "./save-tasks.ts";
import { asGuestSees, inOwnAndShared, inProject } from "./shared-projects.ts";
import { assertParent, lockTree } from "./task-links.ts";
import { COLUMNS, IS_THERE, type TaskRow, toTask } from "./task-row.ts";

export type Reorder = { taskId: string; before: string | null; parentId?: string | null | undefined };

/** Puts a task before another in the order made by hand, or last, and under another task where that is said. */
export async function reorderTask(db: Database, userId: string, order: Reorder): Promise<Task> {
  const idOf = ({ id }: Task) => id;
  const [task] = await inOwnAndShared(db, userId, [order.taskId], idOf, (projectId) =>
    inProject(db, userId, projectId, (tx) => reorderIn(tx, order)),
  );
  if (!task) throw notFound();
  return task;
}

async function reorderIn(tx: Tx, order: Reorder): Promise<Task[]> {
  // Two at once would take the same place.
  await lockTree(tx);
  const [row] = await tx.query<TaskRow>(
    `SELECT ${COLUMNS} FROM tasks t WHERE ${IS_THERE} AND t.id = $2 FOR UPDATE OF t`,
    [tx.ownerId, order.taskId],
  );
  if (!row) return [];
  const before = toTask(row);
  const parentId = order.parentId === undefined ? before.parentId : order.parentId;
  if (parentId && parentId !== before.parentId) await assertParent(tx, [before], parentId);
  const position =
    order.before === before.id ? before.position : await freePosition(tx, before.id, order.before);
  if (before.parentId && !parentId) await keepInProject(tx, [before.id]);
  const saved = await saveTasks(tx, [{ ...before, position, parentId }], new Map());
  const after = saved.get(before.id)!;
  await recordTaskChanges(tx, [after.id], "update");
  await logTaskChanges(tx, [{ before, after }]);
  return asGuestSees(tx, [after]);
}

async function freePosition(tx: Tx, taskId: string, beforeId: string | null): Promise<number> {
  if (beforeId === null) {
    const [last] = await tx.query<{ place: number }>(`SELECT ${LAST_POSITION} AS place`, [tx.ownerId]);
    return last!.place;
  }
  const middle = (await between(tx, taskId, beforeId)) ?? (await renumbered(tx, taskId, beforeId));
  if (middle === null) throw notFound();
  return middle;
}

/** @returns null when there is no number left between the two, or no such task */
async function between(tx: Tx, taskId: string, beforeId: string): Promise<number | null> {
  const [found] = await tx.query<{ next: number; previous: number | null }>(
    `SELECT t.list_position AS next, (SELECT o.list_position FROM tasks o
         WHERE o.user_id = $1 AND o.trashed_at IS NULL AND o.id <> $3 AND (o.list_position, o.id) < (t.list_position, t.id)
         ORDER BY o.list_position DESC, o.id DESC LIMIT 1) AS previous
     FROM tasks t WHERE ${IS_THERE} AND t.id = $2`,
    [tx.ownerId, beforeId, taskId],
  );
  if (!found) throw notFound();
  const { next, previous } = found;
  const middle = previous === null ? next - 1 : previous + (next - previous) / 2;
  return middle < next && (previous === null || middle > previous) ? middle : null;
}

/** A second from one to the next, which is halved twenty times until this is done again; the last stays where new ones come after it. */
async function renumbered(tx: Tx, taskId: string, beforeId: string): Promise<number | null> {
  await tx.query(
    `WITH ordered AS (
       SELECT id, row_number() OVER (ORDER BY list_position, id) - count(*) OVER () AS place
       FROM tasks WHERE user_id = $1 AND trashed_at IS NULL)
     UPDATE tasks t SET list_position = extract(epoch FROM now()) + ordered.place FROM ordered WHERE t.id = ordered.id`,
    [tx.ownerId],
  );
  return between(tx, taskId, beforeId);
}
