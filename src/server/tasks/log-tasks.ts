import type { ActivityType } from "#contract/activity.ts";
import type { Task } from "#contract/tasks.ts";
import { nextActivityId } from "../activity/activity-id.ts";
import { type Changes, logActivity, logChange, quoted } from "../activity/log-activity.ts";
import type { Tx } from "../db/client.ts";
import { recordChanges } from "../live/record-changes.ts";
import { asGuestSees } from "./shared-projects.ts";

/** What an entry of the log tells of a task, and what undoing it puts back, with the names in messages. */
export const LOGGED = {
  title: "title",
  description: "description",
  status: "status",
  priority: "priority",
  category: "category",
  tags: "tags",
  parentId: "place among the sub-tasks",
  position: "place",
  startDate: "start day",
  dueDate: "due day",
  dueTime: "time",
  estimateMinutes: "estimate",
  spentMinutes: "time spent",
  plannedAt: "planned time",
  plannedMinutes: "planned time",
  repeat: "repetition",
  repeatFrom: "repetition",
  myDay: "place on My Day",
  waitsFor: "list of what it waits for",
  noteIds: "list of notes",
  assigneeId: "assignee",
} as const satisfies Partial<Record<keyof Task, string>>;
export type LoggedField = keyof typeof LOGGED;

/** What was done to one task. */
export type TaskMove = {
  before: Task;
  after: Task;
  /** It repeats and went on to its next day; what was done is kept under this id. */
  completionId?: string;
  /** It is an entry of its own, and undone as one: time that one device added, beside that of others. */
  isAlone?: boolean;
};

/** What an entry of many tasks, or of one that went on, keeps for its undoing. */
export type LoggedTask = { id: string; changes: Changes; completionId?: string; isAddition?: boolean };

function changesOf({ before, after }: TaskMove): Changes {
  const changes: Changes = {};
  for (const field of Object.keys(LOGGED) as LoggedField[])
    if (JSON.stringify(before[field]) !== JSON.stringify(after[field]))
      changes[field] = { from: before[field], to: after[field] };
  return changes;
}

/**
 * Logs changes as one entry. That of one task goes on in the entry before it; one that is undone as a whole stands apart (see
 * `log_change`). A guest's entry holds what the guest sees of the tasks, and the owner's all of it.
 */
export async function logTaskChanges(tx: Tx, moves: TaskMove[]): Promise<void> {
  if (tx.ownerId !== tx.userId) {
    const whole = entryOf(moves);
    if (whole) await logForOwner(tx, whole);
  }
  await logOwnTaskChanges(tx, await asSeenBy(tx, moves));
}

/** In the log of the user alone. */
export async function logOwnTaskChanges(tx: Tx, moves: TaskMove[]): Promise<void> {
  const entry = entryOf(moves);
  if (!entry) return;
  if (entry.metadata.tasks) await logActivity(tx, entry);
  else await logChange(tx, { ...entry, metadata: { changes: entry.metadata.changes! } });
}

async function asSeenBy(tx: Tx, moves: TaskMove[]): Promise<TaskMove[]> {
  if (tx.ownerId === tx.userId) return moves;
  const before = await asGuestSees(
    tx,
    moves.map((move) => move.before),
  );
  const after = await asGuestSees(
    tx,
    moves.map((move) => move.after),
  );
  return moves.map((move, at) => ({ ...move, before: before[at]!, after: after[at]! }));
}

function entryOf(moves: TaskMove[]) {
  const changed = moves
    .map((move) => ({ move, changes: changesOf(move) }))
    .filter(({ changes }) => Object.keys(changes).length > 0);
  const [first] = changed;
  if (!first) return null;
  const entry = {
    ...about("task_updated", first.move.after.id),
    title: titleOf(changed.map(({ move }) => move)),
  };
  const metadata: { changes?: Changes; tasks?: LoggedTask[] } =
    changed.length === 1 ? { changes: first.changes } : {};
  if (changed.length > 1 || first.move.completionId || first.move.isAlone)
    metadata.tasks = changed.map(({ move: { after, completionId, isAlone }, changes }) => {
      const isAddition = isAlone === true && "spentMinutes" in changes;
      return {
        id: after.id,
        changes,
        ...(completionId && { completionId }),
        ...(isAddition && { isAddition }),
      };
    });
  return { ...entry, metadata };
}

/** What a guest did is told in the log of the project's owner, too, with the guest's name. */
async function logForOwner(
  tx: Tx,
  entry: { type: ActivityType; entityId: string; title: string; metadata?: object },
): Promise<void> {
  if (tx.ownerId === tx.userId) return;
  const [row] = await tx.query<{ fault: string | null }>(
    "SELECT log_for_project_owner($1, $2, $3, $4, $5::jsonb) AS fault",
    [
      nextActivityId(),
      entry.entityId,
      entry.type,
      entry.title.slice(0, 300).toWellFormed(),
      JSON.stringify(entry.metadata ?? {}),
    ],
    "log-for-project-owner",
  );
  if (row?.fault) tx.report(new Error(`An activity could not be logged: ${row.fault}`));
}

function titleOf(moves: TaskMove[]): string {
  const verb = verbOf(moves);
  const [first] = moves;
  return moves.length === 1 ? `${verb} task ${quoted(first!.after.title)}` : `${verb} ${moves.length} tasks`;
}

function verbOf(moves: TaskMove[]): "Completed" | "Reopened" | "Moved" | "Updated" {
  if (moves.every((move) => move.completionId ?? (!move.before.completed && move.after.completed)))
    return "Completed";
  if (moves.every(({ before, after }) => before.completed && !after.completed)) return "Reopened";
  const isMove = moves.every((move) =>
    Object.keys(changesOf(move)).every((field) => field === "position" || field === "parentId"),
  );
  return isMove ? "Moved" : "Updated";
}

/** Logs what was made, deleted or restored, as one entry of all. */
export async function logTasks(
  tx: Tx,
  type: "task_created" | "task_deleted" | "task_restored",
  tasks: Pick<Task, "id" | "title">[],
): Promise<void> {
  const [first] = tasks;
  if (!first) return;
  const verb = { task_created: "Created", task_deleted: "Deleted", task_restored: "Restored" }[type];
  const isOne = tasks.length === 1;
  const entry = {
    ...about(type, first.id),
    title: isOne ? `${verb} task ${quoted(first.title)}` : `${verb} ${tasks.length} tasks`,
    ...(!isOne && { metadata: { tasks: tasks.map(({ id }) => ({ id })) } }),
  };
  await logForOwner(tx, entry);
  await logActivity(tx, entry);
}

export const recordTaskChanges = (tx: Tx, entityIds: string[], operation: "insert" | "update" | "delete") =>
  recordChanges(tx, { entity: "task", operation, entityIds });

const about = <Type extends "task_created" | "task_updated" | "task_deleted" | "task_restored">(
  type: Type,
  taskId: string,
) => ({ type, entityType: "task", entityId: taskId }) as const;
