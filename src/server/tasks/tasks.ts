import type { Task } from "#contract/tasks.ts";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import type { Due } from "#language/due-in.ts";
import type { Database, Tx } from "../db/client.ts";
import { Failure, notFound } from "../failure.ts";
import { addTasksIn, putNewTask } from "./project-tasks.ts";
import {
  asGuestMeans,
  asGuestSees,
  inOwnAndShared,
  openProject,
  sharedPlaces,
  inProject,
} from "./shared-projects.ts";
import { applyChange, type TaskFields } from "./apply-change.ts";
import { tellMentionedInTask } from "./people-of-task.ts";
import { putOnDays } from "./my-day/task-days.ts";
import { clockOfUser } from "../db/account-clock.ts";
import { logTaskChanges, logTasks, recordTaskChanges } from "./log-tasks.ts";
import { insertTask, TASKS_MAX } from "./save-tasks.ts";
import { assertLinks, assertParent, lockTree } from "./task-links.ts";
import { COLUMNS, IS_THERE, oneOrNotFound, type TaskRow, toTask } from "./task-row.ts";

export async function getTask(db: Database, userId: string, taskId: string): Promise<Task> {
  const [task] = await readTasks(db, userId, [taskId]);
  if (!task) throw notFound();
  return task;
}

/** Those of them that are one's own, or in projects of others. */
export const readTasks = (db: Database, userId: string, taskIds: string[]): Promise<Task[]> =>
  inOwnAndShared(
    db,
    userId,
    taskIds,
    ({ id }) => id,
    (projectId, ids) =>
      inProject(db, userId, projectId, async (tx) => asGuestSees(tx, await readIn(tx, ids)), "viewer"),
  );

async function readIn(tx: Tx, taskIds: string[]): Promise<Task[]> {
  const rows = await tx.query<TaskRow>(
    `SELECT ${COLUMNS} FROM tasks t WHERE ${IS_THERE} AND t.id = ANY ($2::uuid[])`,
    [tx.ownerId, taskIds],
    "read-tasks",
  );
  return rows.map(toTask);
}

type NewTask = TaskFields & { id?: string | undefined; title: string; projectId?: string | undefined };

/**
 * Repeated with the same id by its owner, it answers the task that is there. What is made in a project of somebody else, or below a task
 * there, is that account's.
 */
export async function createTask(db: Database, userId: string, given: NewTask): Promise<Task> {
  const made = await createSomewhere(db, userId, given);
  await tellMentionedInTask(db, userId, { title: "", description: "" }, made);
  return made;
}

async function createSomewhere(db: Database, userId: string, given: NewTask): Promise<Task> {
  try {
    return await db.withUser(userId, (tx) => createIn(tx, given));
  } catch (error) {
    const isElsewhere = error instanceof Failure && error.code === "NOT_FOUND";
    const place = given.parentId
      ? (await sharedPlaces(db, userId, [given.parentId]))[0]?.projectId
      : undefined;
    const projectId = given.projectId ?? place;
    if (!isElsewhere || !projectId) throw error;
    return db.withUser(userId, (tx) => createAsGuest(tx, { ...given, projectId }));
  }
}

async function createAsGuest(
  tx: Tx,
  { projectId, id = uuidV7(), ...given }: NewTask & { projectId: string },
): Promise<Task> {
  const guest = await openProject(tx, projectId, "editor");
  if (!guest.hasRoom) throw noRoom("The owner of this project has reached the limit for tasks.");
  const [known] = await guest.query("SELECT 1 FROM tasks WHERE id = $1", [id]);
  // Into the project first: a task that is in none of those a guest may change can't be made.
  if (!known) await putNewTask(guest, projectId, id);
  const meant = await asGuestMeans(guest, { ...NEW, id }, given);
  const made = await createIn(guest, { ...meant, title: given.title, id });
  if (!known && given.myDay) await putOnDays(guest, new Map([[id, given.myDay]]));
  return (await asGuestSees(guest, [made]))[0]!;
}

export async function createIn(tx: Tx, { id = uuidV7(), projectId, ...given }: NewTask): Promise<Task> {
  const [known] = await tx.query<TaskRow>(`SELECT ${COLUMNS} FROM tasks t WHERE t.id = $1`, [id]);
  if (known) return toTask(known);
  const due = given.dueDate === undefined ? await dueInTitle(tx, given.title) : null;
  const task = applyChange({ ...NEW, id }, withDue(given, due));
  await assertLinks(tx, null, task);
  if (task.parentId) {
    await lockTree(tx);
    await assertParent(tx, [task], task.parentId);
  }
  const made = await insertTask(tx, { ...task, position: given.position ?? null }, due?.words ?? null);
  if (!made) throw await whyNotMade(tx);
  await recordTaskChanges(tx, [id], "insert");
  await logTasks(tx, "task_created", [made]);
  if (projectId) await addTasksIn(tx, { projectId, taskIds: [id] });
  return made;
}

const NEW: Task = {
  id: "",
  title: "",
  description: "",
  status: "todo",
  completed: false,
  priority: "medium",
  category: "general",
  tags: [],
  parentId: null,
  position: 0,
  startDate: null,
  dueDate: null,
  dueTime: null,
  estimateMinutes: null,
  spentMinutes: 0,
  plannedAt: null,
  plannedMinutes: null,
  repeat: null,
  repeatFrom: "due",
  myDay: null,
  waitsFor: [],
  noteIds: [],
  assigneeId: null,
  noteId: null,
  blockId: null,
  completedAt: null,
  createdAt: "",
  updatedAt: "",
};

const withDue = (given: TaskFields, due: Due | null): TaskFields =>
  due === null
    ? given
    : { ...given, dueDate: due.date, dueTime: given.dueTime === undefined ? due.time : given.dueTime };

async function whyNotMade(tx: Tx): Promise<Failure> {
  const [others] = await tx.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM tasks WHERE user_id = $1 AND trashed_at IS NULL",
    [tx.ownerId],
  );
  return others!.count >= TASKS_MAX
    ? noRoom("You've reached the limit for tasks.")
    : new Failure("CONFLICT", "This id is taken. Create another one and try again.");
}

const noRoom = (words: string) =>
  new Failure(
    "QUOTA_EXCEEDED",
    `${words} An account can have ${TASKS_MAX.toLocaleString("en-US")}. Delete some that are done.`,
  );

async function dueInTitle(tx: Tx, title: string): Promise<Due | null> {
  const { dueIn } = await import("#language/due-in.ts");
  return dueIn(title, (await clockOfUser(tx)).now);
}

export type Schedule = {
  noteId: string;
  blockId: string;
  title: string;
  dueDate: string | null;
  dueTime: string | null;
};

/**
 * Gives a checkbox its day, or takes it away, until the words of its title that say a day change. May come before the note's
 * body has: the row then waits in the trash, from where the body takes it out.
 */
export async function scheduleTask(db: Database, userId: string, task: Schedule): Promise<void> {
  await db.withUser(userId, async (tx) => {
    const words = (await dueInTitle(tx, task.title))?.words ?? null;
    const [before] = await tx.query<TaskRow>(
      `SELECT ${COLUMNS} FROM tasks t WHERE ${IS_THERE} AND t.note_id = $2 AND t.block_id = $3 FOR UPDATE OF t`,
      [userId, task.noteId, task.blockId],
    );
    const rows = await tx.query<TaskRow>(SCHEDULE, [
      uuidV7(),
      userId,
      task.noteId,
      task.blockId,
      task.title,
      task.dueDate,
      task.dueDate === null ? null : task.dueTime,
      words,
    ]);
    const after = oneOrNotFound(rows);
    if (!before) return;
    await recordTaskChanges(tx, [after.id], "update");
    await logTaskChanges(tx, [{ before: toTask(before), after }]);
  });
}

const SCHEDULE = `INSERT INTO tasks AS t
    (id, user_id, note_id, block_id, title, due_date, due_time, due_words, ticked_seq, trashed_at)
  SELECT $1, $2, n.id, $4, $5, $6, $7, $8, n.doc_seq, now() FROM notes_v2 n
  WHERE n.id = $3 AND n.user_id = $2 AND n.trashed_at IS NULL
  ON CONFLICT (note_id, block_id) DO UPDATE SET due_date = excluded.due_date, due_time = excluded.due_time,
    due_words = excluded.due_words, ticked_seq = greatest(t.ticked_seq, excluded.ticked_seq), updated_at = now()
  RETURNING ${COLUMNS}`;
