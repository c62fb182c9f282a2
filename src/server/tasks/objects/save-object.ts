import type { Task } from "#contract/tasks.ts";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import type { Tx } from "../../db/client.ts";
import { notFound } from "../../failure.ts";
import type { IcsTodo } from "../../ics/ics.ts";
import { readTodoObject } from "../../ics/read-object.ts";
import { type Expectation, ObjectRefused } from "../../ics/stored-object.ts";
import { readSyncPoint } from "../../live/sync-point.ts";
import { changeTasks, type TaskDeps } from "../change-tasks.ts";
import { zoneOfUser } from "../../db/account-clock.ts";
import { recordTaskChanges } from "../log-tasks.ts";
import { COLUMNS, IS_THERE, type TaskRow, toTask } from "../task-row.ts";
import { createIn } from "../tasks.ts";
import { lockTree } from "../task-links.ts";
import { removeIn, restoreIn } from "../trash-tasks.ts";
import { findTaskObjects, nameOfUid } from "./find-objects.ts";
import { toldBy } from "./read-objects.ts";
import { fieldsOf, type TodoFields } from "./todo-fields.ts";

type Put = { name: string; text: string; expect: Expectation };
type Wanted = TodoFields & { parentId: string | null };
type Plan = { id: string; change: Partial<Wanted>; isNew: boolean; isOfNote: boolean };

/**
 * Puts the file of a to-do among the tasks, as its owner's own change: what is the same stays untouched, one that was deleted and comes again
 * by its UID is the task it was, and one that repeats goes on to its next day when it is done.
 *
 * @param put.expect throws when the object is not what the caller takes it for
 * @returns whether it was not there before
 * @throws ObjectRefused, Failure NOT_FOUND, QUOTA_EXCEEDED, CONFLICT for other words of a note's checkbox
 */
export async function putTaskObject(deps: TaskDeps, userId: string, put: Put): Promise<{ isNew: boolean }> {
  const todo = readTodoObject(put.text);
  const plan = await deps.db.withUser(userId, (tx) => prepare(tx, put, todo));
  if (Object.keys(plan.change).length === 0) {
    // Nothing that a task knows is new; an alarm may be.
    if (!plan.isNew) await deps.db.withUser(userId, (tx) => keepAlone(tx, plan.id, put, todo));
    return { isNew: plan.isNew };
  }
  const changes = new Map([[plan.id, plan.change]]);
  const [task] = await changeTasks(deps, userId, changes, undefined, async (tx) => {
    // Ticking the checkbox of a note comes before the transaction, and may be derived by now.
    if (!plan.isNew && !plan.isOfNote) await assertExpected(tx, put);
    await keep(tx, plan.id, put, todo);
  });
  // Deleted between the two looks.
  if (!task) throw notFound();
  return { isNew: plan.isNew };
}

/** @throws Failure NOT_FOUND when there is none of that name, CONFLICT for a checkbox of a note */
export function removeTaskObject(
  { db }: Pick<TaskDeps, "db">,
  userId: string,
  { name, expect }: Pick<Put, "name" | "expect">,
): Promise<void> {
  return db.withUser(userId, async (tx) => {
    await lockTree(tx);
    const known = await find(tx, name);
    if (!known) throw notFound();
    await lock(tx, known.id);
    expect((await find(tx, name))?.etag ?? null);
    await removeIn(tx, [known.id]);
  });
}

/** What is to be changed of which task; a new one is made here, and one comes out of the trash. */
async function prepare(tx: Tx, put: Put, todo: IcsTodo): Promise<Plan> {
  // Of two clients that put the same UID, one finds what the other has put.
  await lockTree(tx);
  const known = await find(tx, put.name);
  put.expect(known?.etag ?? null);
  if (known && known.uid !== todo.uid)
    throw new ObjectRefused("no-uid-conflict", "The to-do at this address has another UID.", put.name);
  const wanted = { ...fieldsOf(todo, await zoneOfUser(tx)), parentId: await parentOf(tx, todo) };
  if (known) {
    const task = await lock(tx, known.id);
    return { id: known.id, change: changeOf(task, wanted), isNew: false, isOfNote: task.noteId !== null };
  }
  await assertUidFree(tx, todo.uid);
  const deletedId = await findDeleted(tx, todo.uid);
  const isNew = { isNew: true, isOfNote: false };
  if (deletedId === null) return { id: await make(tx, put, todo, wanted), change: {}, ...isNew };
  const [back] = await restoreIn(tx, [deletedId]);
  await keep(tx, deletedId, put, todo);
  await adoptChildren(tx, deletedId, todo.uid);
  return { id: deletedId, change: changeOf(back!, wanted), ...isNew };
}

async function make(tx: Tx, put: Put, todo: IcsTodo, wanted: Wanted): Promise<string> {
  const { id } = await createIn(tx, { id: uuidV7(), ...wanted });
  await keep(tx, id, put, todo);
  // A list of years ago was not done today.
  if (todo.completedAt !== null) await tx.query(DONE_THEN, [tx.userId, id, todo.completedAt], "done-then");
  await adoptChildren(tx, id, todo.uid);
  return id;
}

const DONE_THEN = `UPDATE tasks SET completed_at = least($3::timestamptz, now()) WHERE user_id = $1 AND id = $2 AND completed`;

const find = async (tx: Tx, name: string) =>
  (await findTaskObjects(tx, (await readSyncPoint(tx)).epoch, [name]))[0];

/** Once more, with its row locked. */
async function assertExpected(tx: Tx, { name, expect }: Put): Promise<void> {
  expect((await find(tx, name))?.etag ?? null);
}

async function lock(tx: Tx, id: string): Promise<Task> {
  const [row] = await tx.query<TaskRow>(
    `SELECT ${COLUMNS} FROM tasks t WHERE ${IS_THERE} AND t.id = $2 FOR UPDATE OF t`,
    [tx.userId, id],
    "lock-task-object",
  );
  if (!row) throw notFound();
  return toTask(row);
}

/** The fields that the file changes. What it says counts: that it knew the task as it is was looked at before. A line of a note has its place there. */
const changeOf = (task: Task, wanted: Wanted): Partial<Wanted> =>
  Object.fromEntries(
    (Object.entries(wanted) as [keyof Wanted, unknown][]).filter(
      ([name, value]) =>
        JSON.stringify(task[name]) !== JSON.stringify(value) &&
        !(name === "parentId" && task.noteId !== null),
    ),
  );

/** The task that it lies under, when that is here already. A line of a note takes no sub-tasks of other programs. */
async function parentOf(tx: Tx, { parentUid, uid }: IcsTodo): Promise<string | null> {
  if (parentUid === null || parentUid === uid) return null;
  const [row] = await tx.query<{ id: string }>(`${BY_UID} LIMIT 1`, [tx.userId, parentUid], "parent-of-todo");
  return row?.id ?? null;
}

const BY_UID = `SELECT t.id FROM tasks t
  WHERE t.user_id = $1 AND t.trashed_at IS NULL AND t.note_id IS NULL AND (t.uid = $2 OR t.uid IS NULL AND t.id::text = lower($2))`;

async function assertUidFree(tx: Tx, uid: string): Promise<void> {
  const name = await nameOfUid(tx, uid);
  if (name !== null)
    throw new ObjectRefused("no-uid-conflict", "This to-do is here already, under another address.", name);
}

/** The newest of this UID in the trash: a client that takes back its own deletion means the same task. */
async function findDeleted(tx: Tx, uid: string): Promise<string | null> {
  const [row] = await tx.query<{ id: string }>(
    `SELECT t.id FROM tasks t WHERE t.user_id = $1 AND t.trashed_at IS NOT NULL AND t.note_id IS NULL
       AND (t.uid = $2 OR t.uid IS NULL AND t.id::text = lower($2)) ORDER BY t.trashed_at DESC LIMIT 1`,
    [tx.userId, uid],
    "deleted-task-of-uid",
  );
  return row?.id ?? null;
}

/** The file as it came, and under what name. */
const keep = (tx: Tx, id: string, { name, text }: Put, { uid }: IcsTodo) =>
  tx.query<{ id: string }>(
    `UPDATE tasks t SET uid = g.uid, ics = g.ics, resource = g.resource, updated_at = now()
     FROM (SELECT CASE WHEN $3 <> $2::text THEN $3 END AS uid, $4::text AS ics, CASE WHEN $5 <> $2::text || '.ics' THEN $5 END AS resource) g
     WHERE t.user_id = $1 AND t.id = $2::uuid AND (t.uid, t.ics, t.resource) IS DISTINCT FROM (g.uid, g.ics, g.resource) RETURNING t.id`,
    [tx.userId, id, uid, text, name],
    "keep-todo",
  );

async function keepAlone(tx: Tx, id: string, put: Put, todo: IcsTodo): Promise<void> {
  await lock(tx, id);
  await assertExpected(tx, put);
  const changed = await keep(tx, id, put, todo);
  await recordTaskChanges(
    tx,
    changed.map((row) => row.id),
    "update",
  );
}

/** Children may come before their parent. */
async function adoptChildren(tx: Tx, id: string, uid: string): Promise<void> {
  const rows = await tx.query<{ id: string; ics: string }>(
    `SELECT t.id, t.ics FROM tasks t WHERE t.user_id = $1 AND t.parent_id IS NULL AND t.note_id IS NULL AND t.trashed_at IS NULL
       AND t.id <> $2 AND strpos(t.ics, $3) > 0 LIMIT 100`,
    [tx.userId, id, uid],
    "todos-that-name",
  );
  const children = rows.filter(({ ics }) => toldBy(ics)?.parentUid === uid).map((row) => row.id);
  if (children.length === 0) return;
  // New, it lies under none itself, so that no circle closes; one that came back may.
  const moved = await tx.query<{ id: string }>(
    `UPDATE tasks c SET parent_id = $2, updated_at = now() FROM tasks p
     WHERE c.user_id = $1 AND c.id = ANY ($3::uuid[]) AND p.id = $2 AND p.user_id = $1 AND p.parent_id IS NULL RETURNING c.id`,
    [tx.userId, id, children],
    "adopt-todos",
  );
  await recordTaskChanges(
    tx,
    moved.map((row) => row.id),
    "update",
  );
}
