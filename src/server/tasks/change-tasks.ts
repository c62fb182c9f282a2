import type { Task } from "#contract/tasks.ts";
import { SCHEMA_VERSION } from "#document/schema-version.ts";
import type { Collab } from "../collab/collab.ts";
import { readBodyAs } from "../collab/load-note.ts";
import type { Database, Tx } from "../db/client.ts";
import { Failure, notFound } from "../failure.ts";
import { applyChange, type TaskChange } from "./apply-change.ts";
import { assertStill } from "../notes/assert-still.ts";
import { clockOfUser } from "../db/account-clock.ts";
import { tellMentionedInTask } from "./people-of-task.ts";
import { logTaskChanges, recordTaskChanges, type TaskMove } from "./log-tasks.ts";
import { afterCompletion, dropCompletions, keepCompletion, takeBackCompletion } from "./next-instance.ts";
import { keepInProject } from "./project-tasks.ts";
import { keepSpent, saveTasks } from "./save-tasks.ts";
import { assertLinks, assertParent, lockTree } from "./task-links.ts";
import { areOfDaysAlone, changeDays, daysIn } from "./my-day/change-days.ts";
import { putOnDays } from "./my-day/task-days.ts";
import { assignmentsOf, tellAssigned } from "./assign.ts";
import {
  asGuestMeans,
  asGuestSees,
  assertNotesInReach,
  inOwnAndShared,
  inProject,
} from "./shared-projects.ts";
import { COLUMNS, IS_THERE, type TaskRow, toTask } from "./task-row.ts";

export type TaskDeps = { db: Database; collab: Collab };
type Changes = ReadonlyMap<string, TaskChange>;
/** Of an undoing: what goes with it, and a task that repeats stays on the day it is put back to. */
type Undone = { completionIds: string[] };

/**
 * Changes a task. That of a note is ticked in the note's body first, so that it is seen wherever the note is open; its row
 * here follows at once instead of with the next derivation.
 *
 * @throws Failure CONFLICT for other words of a note's task: they are those of the note
 */
export async function updateTask(
  db: Database,
  collab: Collab,
  userId: string,
  taskId: string,
  change: TaskChange,
): Promise<Task> {
  const [task] = await changeTasks({ db, collab }, userId, new Map([[taskId, change]]));
  if (!task) throw notFound();
  return task;
}

type ManyChange = {
  taskIds: string[];
  change: TaskChange;
  /** Of those that repeat, the days it is said for. */
  instances?: Record<string, string | null> | undefined;
};

/** The same change for many, all or none; those that are not there are passed over. */
export function updateManyTasks(
  db: Database,
  collab: Collab,
  userId: string,
  { taskIds, change, instances = {} }: ManyChange,
): Promise<Task[]> {
  const changes = taskIds.map((id) => [id, { ...change, instance: instances[id] }] as const);
  return changeTasks({ db, collab }, userId, new Map(changes));
}

type Block = { taskId: string; plannedAt: string | null; plannedMinutes?: number | null | undefined };

/** Time for each of many, all or none; those that are not there are passed over. */
export function planTasks(
  db: Database,
  collab: Collab,
  userId: string,
  blocks: readonly Block[],
): Promise<Task[]> {
  return changeTasks({ db, collab }, userId, new Map(blocks.map(({ taskId, ...block }) => [taskId, block])));
}

/**
 * Changes tasks in one transaction, with one entry of the log.
 * @param inProject runs in it once they are locked, before anything is changed
 */
export function changeTasks(
  deps: TaskDeps,
  userId: string,
  changes: Changes,
  undone?: Undone,
  whenLocked?: (tx: Tx) => Promise<void>,
): Promise<Task[]> {
  return inOwnAndShared(
    deps.db,
    userId,
    [...changes.keys()],
    ({ id }) => id,
    (projectId, taskIds) => {
      const those = new Map(taskIds.map((id) => [id, changes.get(id)!]));
      if (projectId !== null && areOfDaysAlone(those)) return changeDays(deps.db, userId, projectId, those);
      return changeIn(deps, { userId, projectId }, those, undone, whenLocked);
    },
  );
}

/** Where tasks are changed: among one's own, or in a project of somebody else. */
type Where = { userId: string; projectId: string | null };

async function changeIn(
  { db, collab }: TaskDeps,
  where: Where,
  changes: Changes,
  undone?: Undone,
  whenLocked?: (tx: Tx) => Promise<void>,
): Promise<Task[]> {
  const { userId, projectId } = where;
  const ticked = await tickInNotes({ db, collab }, where, changes, undone !== undefined);
  const { tasks, moves, assignments } = await inProject(db, userId, projectId, async (tx) => {
    if ([...changes.values()].some(({ parentId }) => parentId)) await lockTree(tx);
    const moves: TaskMove[] = [];
    const locked = await lockTasks(tx, [...changes.keys()]);
    await whenLocked?.(tx);
    if (projectId !== null) await putOnDays(tx, daysIn(changes));
    for (const before of locked) {
      const change = await asGuestMeans(tx, before, changes.get(before.id)!);
      moves.push(await moveOf(tx, before, change, undone !== undefined));
    }
    await assertPlaces(tx, moves);
    const told = await assignmentsOf(tx, moves);
    await keepInProject(tx, idsOfRisen(moves));
    const saved = await saveTasks(
      tx,
      moves.map(({ after }) => after),
      ticked,
    );
    const done = moves.map((move) => ({ ...move, after: saved.get(move.after.id)! }));
    if (undone) await dropCompletions(tx, undone.completionIds);
    await recordTaskChanges(tx, [...saved.keys()], "update");
    await logTaskChanges(tx, done);
    const after = done.map((move) => move.after);
    return { tasks: await asGuestSees(tx, after), moves: done, assignments: told };
  });
  await tellAssigned(db, userId, assignments);
  for (const { before, after } of moves) await tellMentionedInTask(db, userId, before, after);
  return tasks;
}

/** Those that are nobody's sub-tasks any more. */
const idsOfRisen = (moves: TaskMove[]) =>
  moves.filter(({ before, after }) => before.parentId && !after.parentId).map(({ after }) => after.id);

/** In the order of their ids, so that two that change the same ones wait for each other. */
export async function lockTasks(tx: Tx, ids: string[]): Promise<Task[]> {
  const rows = await tx.query<TaskRow>(
    `SELECT ${COLUMNS} FROM tasks t WHERE ${IS_THERE} AND t.id = ANY ($2::uuid[]) ORDER BY t.id FOR UPDATE OF t`,
    [tx.ownerId, ids],
    "lock-tasks",
  );
  return rows.map(toTask);
}

/** It was said of an instance, and the task has gone on since. */
const isOver = ({ dueDate, startDate }: Task, { instance }: TaskChange) =>
  instance !== undefined && instance !== (dueDate ?? startDate);

/** Time was set aside for what is done meanwhile. */
const isPlannedLate = ({ completed }: Task, { plannedAt, status }: TaskChange) =>
  completed && status === undefined && typeof plannedAt === "string";

async function moveOf(tx: Tx, before: Task, change: TaskChange, isUndoing: boolean): Promise<TaskMove> {
  assertStill(change.onlyIf ?? {}, before);
  if (before.noteId && change.title !== undefined && change.title !== before.title)
    throw new Failure("CONFLICT", "This task is part of a note. Edit its text there.");
  // Said for an instance that was done already, by this call sent twice or on another device.
  if (isOver(before, change) || isPlannedLate(before, change)) return { before, after: before };
  // A call that is sent twice counts once.
  const isCounted = change.spent?.id !== undefined && !(await keepSpent(tx, before.id, change.spent.id));
  const after = applyChange(before, isCounted ? { ...change, spent: undefined } : change);
  await assertLinks(tx, before, after);
  // Sent twice, it is back on that day already: what was done there since is another matter.
  const { takenBack } = change;
  if (takenBack !== undefined && takenBack !== (before.dueDate ?? before.startDate))
    await takeBackCompletion(tx, before.id, takenBack);
  const isDoneNow = after.completed && !before.completed;
  const isAlone = change.spent !== undefined;
  if (!isDoneNow || after.repeat === null || isUndoing) return { before, after, isAlone };
  return advance(tx, before, after);
}

/** What completing it comes to: its next day, or the end of its rule. */
export async function advance(tx: Tx, before: Task, done: Task): Promise<TaskMove> {
  const { today } = await clockOfUser(tx);
  const { after, isAdvanced } = await afterCompletion(done, today);
  return isAdvanced ? { before, after, completionId: await keepCompletion(tx, done) } : { before, after };
}

/** All that go under the same task at once: each makes the others' way longer. */
async function assertPlaces(tx: Tx, moves: TaskMove[]): Promise<void> {
  const moved = moves.filter(({ before, after }) => after.parentId && after.parentId !== before.parentId);
  const byParent = Map.groupBy(moved, ({ after }) => after.parentId!);
  for (const [parentId, tasks] of byParent)
    await assertParent(
      tx,
      tasks.map(({ after }) => after),
      parentId,
    );
}

/** @returns the change of the note that ticked a task, by its id; where there was nothing to change, none */
async function tickInNotes(
  { db, collab }: TaskDeps,
  where: Where,
  changes: Changes,
  isUndoing: boolean,
): Promise<Map<string, number>> {
  const ticked = new Map<string, number>();
  const ids = [...changes]
    .filter(([, { status, completed }]) => status !== undefined || completed !== undefined)
    .map(([id]) => id);
  if (ids.length === 0) return ticked;
  for (const { before, isDone } of await boxesOf(db, where, ids, changes, isUndoing)) {
    const seq = await tickInNote({ db, collab }, where.userId, before, isDone);
    if (seq > 0) ticked.set(before.id, seq);
  }
  return ticked;
}

/** Those of the tasks that are checkboxes, and whether each is to be ticked: one that repeats goes on to its next day with an empty box. */
function boxesOf(
  db: Database,
  { userId, projectId }: Where,
  ids: string[],
  changes: Changes,
  isUndoing: boolean,
) {
  return inProject(db, userId, projectId, async (tx) => {
    const rows = await tx.query<TaskRow>(
      `SELECT ${COLUMNS} FROM tasks t WHERE ${IS_THERE} AND t.id = ANY ($2::uuid[]) AND t.note_id IS NOT NULL`,
      [tx.ownerId, ids],
    );
    await assertNotesInReach(tx, rows);
    const boxes: { before: Task; isDone: boolean }[] = [];
    for (const before of rows.map(toTask)) {
      if (isOver(before, changes.get(before.id)!)) continue;
      const after = applyChange(before, changes.get(before.id)!);
      const isToAdvance = after.completed && !before.completed && after.repeat !== null && !isUndoing;
      const { isAdvanced } = isToAdvance
        ? await afterCompletion(after, (await clockOfUser(tx)).today)
        : { isAdvanced: false };
      boxes.push({ before, isDone: after.completed && !isAdvanced });
    }
    return boxes;
  });
}

/** @returns the change of the note that ticked it; 0 when there was nothing to change, or no note */
export async function tickInNote(
  { db, collab }: TaskDeps,
  userId: string,
  { noteId, blockId }: Pick<Task, "noteId" | "blockId">,
  isDone: boolean,
): Promise<number> {
  if (!noteId || !blockId) return 0;
  const { parts } = await readBodyAs(db, userId, noteId);
  const payload = await collab.bodies.tick(parts, blockId, isDone);
  if (!payload) return 0;
  const { seq } = await collab.appendUpdate({
    noteId,
    actorId: userId,
    payload,
    schemaVersion: SCHEMA_VERSION,
    via: "server",
  });
  return seq;
}
