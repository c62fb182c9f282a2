import type { Task } from "#contract/tasks.ts";
import type { Database, Tx } from "../../db/client.ts";
import { recordChanges } from "../../live/record-changes.ts";
import type { TaskChange } from "../apply-change.ts";
import { logOwnTaskChanges } from "../log-tasks.ts";
import { asGuestSees, inProject } from "../shared-projects.ts";
import { COLUMNS, IS_THERE, type TaskRow, toTask } from "../task-row.ts";
import { putOnDays } from "./task-days.ts";

type Changes = ReadonlyMap<string, TaskChange>;

/** What changes say of My Day, by the id of the task. */
export const daysIn = (changes: Changes): Map<string, string | null> =>
  new Map([...changes].flatMap(([id, { myDay }]) => (myDay === undefined ? [] : [[id, myDay] as const])));

/** Whether they say nothing else: a reader's own day is no change of the task, and takes no right to change it. */
export const areOfDaysAlone = (changes: Changes): boolean =>
  [...changes.values()].every((change) =>
    Object.entries(change).every(([field, value]) => field === "myDay" || value === undefined),
  );

/** Puts tasks in a project of somebody else on the reader's My Day, or takes them off; told to the reader's own devices and log alone. */
export const changeDays = (
  db: Database,
  userId: string,
  projectId: string,
  changes: Changes,
): Promise<Task[]> =>
  inProject(
    db,
    userId,
    projectId,
    async (tx) => {
      const before = await readSeen(tx, [...changes.keys()]);
      await putOnDays(tx, daysIn(changes));
      const days = daysIn(changes);
      const after = before.map((task) => ({ ...task, myDay: days.get(task.id) ?? null }));
      const entityIds = after.map(({ id }) => id);
      await recordChanges(tx, { entity: "task", operation: "update", entityIds, isPrivate: true });
      await logOwnTaskChanges(
        tx,
        before.map((task, at) => ({ before: task, after: after[at]! })),
      );
      return after;
    },
    "viewer",
  );

async function readSeen(tx: Tx, taskIds: string[]): Promise<Task[]> {
  const rows = await tx.query<TaskRow>(
    `SELECT ${COLUMNS} FROM tasks t WHERE ${IS_THERE} AND t.id = ANY ($2::uuid[])`,
    [tx.ownerId, taskIds],
    "read-tasks",
  );
  return asGuestSees(tx, rows.map(toTask));
}
