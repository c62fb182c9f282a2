import type { Task, TaskCompletion } from "#contract/tasks.ts";
import { TASKS_OF_PROJECT } from "../db/parts-of-project.ts";
import type { Database } from "../db/client.ts";
import { Failure } from "../failure.ts";
import { asGuestSees, asReaderSees, openAllProjects, openProject, sharedPlaces } from "./shared-projects.ts";
import { IS_ON_MY_DAY } from "./my-day/task-days.ts";
import { COLUMNS, IS_ASSIGNED, IS_OF_OTHERS, IS_THERE, type TaskRow, toTask } from "./task-row.ts";

/** An order of which an index holds the whole list; `form` is what a cursor may say. */
type Key = { column: string; shown: string; type: string; form: RegExp; order: "ASC" | "DESC" };

const KEYS = {
  // Undated ones come last, in the order of their ids.
  due: {
    column: "coalesce(t.due_date, 'infinity'::date)",
    shown: "coalesce(t.due_date, 'infinity'::date)::text",
    type: "date",
    form: /^(\d{4}-\d{2}-\d{2}|infinity)$/,
    order: "ASC",
  },
  position: {
    column: "t.list_position",
    shown: "t.list_position::text",
    type: "double precision",
    form: /^-?\d{1,20}(\.\d{1,20})?(e[+-]?\d{1,3})?$/,
    order: "ASC",
  },
  completed: {
    column: "t.completed_at",
    shown: "to_char(t.completed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"')",
    type: "timestamptz",
    form: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/,
    order: "DESC",
  },
} satisfies Record<string, Key>;

type Sort = keyof typeof KEYS;
type Given<Value> = Value | undefined;

export type TaskFilter = {
  noteId?: Given<string>;
  projectId?: Given<string>;
  /** Those the user is to do, whoever owns them */
  assigned?: Given<boolean>;
  status?: Given<Task["status"]>;
  completed?: Given<boolean>;
  tag?: Given<string>;
  /** `none`: those that are no sub-tasks */
  parentId?: Given<string>;
  myDay?: Given<string>;
  /** Due on this day or before it, or on My Day for it; of tasks of others those that the user is to do, or has put there */
  onDay?: Given<string>;
  startFrom?: Given<string>;
  startTo?: Given<string>;
  dated?: Given<boolean>;
  dueFrom?: Given<string>;
  dueTo?: Given<string>;
  plannedFrom?: Given<string>;
  /** Not included */
  plannedTo?: Given<string>;
  sort?: Given<Sort>;
  cursor?: Given<string>;
  limit: number;
};

const STATUS = {
  todo: "NOT t.completed AND NOT t.is_started",
  doing: "NOT t.completed AND t.is_started",
  done: "t.completed",
};

type TaskPage = { tasks: Task[]; nextCursor: string | null };
type Listed = TaskRow & { user_id: string; sort_key: string; is_guest: boolean };

/** Whose tasks a list has. */
const WHOSE = {
  /** Those of account $1. */
  own: IS_THERE,
  /** The same, as a guest of one of its projects sees them. */
  shared: IS_THERE,
  /** Own ones and those of others which the user is to do. */
  assigned: IS_ASSIGNED,
  others: IS_OF_OTHERS,
};
type Whose = keyof typeof WHOSE;

/**
 * One's own tasks, with those of others on My Day; of a project that somebody else shares, and of a task in it, those of its owner; those
 * one is to do, of everybody.
 */
export async function listTasks(db: Database, userId: string, filter: TaskFilter): Promise<TaskPage> {
  const { text, values } = listSql(filter, userId, filter.assigned ? "assigned" : "own");
  if (filter.assigned)
    return db.withUser(userId, async (tx) => {
      await openAllProjects(tx);
      const rows = await tx.query<Listed>(text, values);
      return pageOf(rows, filter.limit, (those) => asReaderSees(tx, those, toTask));
    });
  const rows = await db.queryAs<Listed>(userId, text, values);
  const shared = rows.length === 0 ? await projectOf(db, userId, filter) : undefined;
  if (shared) return listShared(db, userId, filter, shared);
  if (isOfDay(filter) && (rows[0]?.is_guest ?? (await isGuest(db, userId))))
    return listDay(db, userId, filter, rows);
  return pageOf(rows, filter.limit, async (those) => those.map(toTask));
}

/** Of which a list without own tasks may be: the project named, or that of somebody else which the task above lies in. */
async function projectOf(db: Database, userId: string, { projectId, parentId }: TaskFilter) {
  if (projectId || !parentId || parentId === "none") return projectId;
  return (await sharedPlaces(db, userId, [parentId]))[0]?.projectId;
}

/** A list in which tasks of others can stand beside one's own. */
const isOfDay = ({ onDay, myDay, projectId }: TaskFilter) =>
  (onDay ?? myDay) !== undefined && projectId === undefined;

/** Whether a folder is shared with account $1, and maybe a project with it: who is told so with the own tasks is asked no question more. */
const IS_GUEST =
  "EXISTS (SELECT FROM shares s WHERE s.user_id = $1 AND s.folder_id IS NOT NULL AND s.accepted_at IS NOT NULL)";

async function isGuest(db: Database, userId: string): Promise<boolean> {
  const [row] = await db.queryAs<{ is_guest: boolean }>(
    userId,
    `SELECT ${IS_GUEST} AS is_guest`,
    [userId],
    "is-guest",
  );
  return row!.is_guest;
}

/** @param own a page of one's own tasks, beside which those of others stand */
function listDay(db: Database, userId: string, filter: TaskFilter, own: Listed[]): Promise<TaskPage> {
  return db.withUser(userId, async (tx) => {
    await openAllProjects(tx);
    const { text, values } = listSql(filter, userId, "others");
    const others = await tx.query<Listed>(text, values);
    const rows = [...own, ...others].toSorted(inOrderOf(filter.sort ?? "due"));
    return pageOf(rows, filter.limit, (those) => asReaderSees(tx, those, toTask));
  });
}

/** The order in which the database answers. */
function inOrderOf(sort: Sort): (one: Listed, other: Listed) => number {
  const isBefore = (one: Listed, other: Listed) => {
    if (one.sort_key === other.sort_key) return one.id < other.id;
    return sort === "position"
      ? Number(one.sort_key) < Number(other.sort_key)
      : one.sort_key < other.sort_key;
  };
  const sign = KEYS[sort].order === "ASC" ? -1 : 1;
  return (one, other) => (isBefore(one, other) ? sign : -sign);
}

/** Nothing, when it is one's own, or nobody's whom one knows. */
function listShared(db: Database, userId: string, filter: TaskFilter, projectId: string): Promise<TaskPage> {
  return db.withUser(userId, async (tx) => {
    const guest = await openProject(tx, projectId, "viewer").catch((error: unknown) => {
      if (error instanceof Failure && error.code === "NOT_FOUND") return null;
      throw error;
    });
    if (!guest) return { tasks: [], nextCursor: null };
    const { text, values } = listSql(filter, guest.ownerId, "shared");
    const rows = await guest.query<Listed>(text, values);
    return pageOf(rows, filter.limit, (those) => asGuestSees(guest, those.map(toTask)));
  });
}

async function pageOf(
  rows: Listed[],
  limit: number,
  read: (rows: Listed[]) => Promise<Task[]>,
): Promise<TaskPage> {
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    tasks: await read(rows.slice(0, limit)),
    nextCursor: last ? `${last.sort_key} ${last.id}` : null,
  };
}

function listSql(filter: TaskFilter, ownerId: string, whose: Whose): { text: string; values: unknown[] } {
  const sort = filter.sort ?? "due";
  const { column, shown, order, type } = KEYS[sort];
  const { values, where } = conditions(filter, sort, ownerId, whose);
  const after = filter.cursor === undefined ? null : readCursor(filter.cursor, KEYS[sort]);
  if (after) {
    const [key, id] = [`$${values.push(after.key)}`, `$${values.push(after.id)}`];
    where.push(`(${column}, t.id) ${order === "ASC" ? ">" : "<"} (${key}::${type}, ${id}::uuid)`);
  }
  const guest = whose === "own" && isOfDay(filter) ? IS_GUEST : "false";
  const text = `SELECT ${COLUMNS}, t.user_id, ${shown} AS sort_key, ${guest} AS is_guest FROM tasks t
    WHERE ${where.join(" AND ")} ORDER BY ${column} ${order}, t.id ${order} LIMIT ${filter.limit + 1}`;
  return { text, values };
}

function conditions(
  filter: TaskFilter,
  sort: Sort,
  ownerId: string,
  whose: Whose,
): { values: unknown[]; where: string[] } {
  const values: unknown[] = [ownerId];
  const where = [WHOSE[whose]];
  const add = (condition: (place: string) => string, value: unknown) =>
    value !== undefined && where.push(condition(`$${values.push(value)}`));
  // Said as the indexes say it: of parameters nothing is known when a statement is planned.
  if (filter.status) where.push(STATUS[filter.status]);
  if (filter.completed !== undefined) where.push(filter.completed ? "t.completed" : "NOT t.completed");
  if (sort === "completed") where.push("t.completed");
  // Not "=": the planner then sorts all of them instead of reading the index in its order.
  if (filter.dated !== undefined) where.push(`${KEYS.due.column} ${filter.dated ? "<" : ">="} 'infinity'`);
  if (filter.parentId === "none") where.push("t.parent_id IS NULL");
  else add((place) => `t.parent_id = ${place}`, filter.parentId);
  add((place) => `t.note_id = ${place}`, filter.noteId);
  // A guest sees neither the folders nor all notes by which tasks belong to it, and is let to see just those tasks.
  if (whose === "shared") where.push("t.id IN (SELECT open_project_tasks('viewer'))");
  else add((place) => IN_PROJECT(`${place}::uuid`), filter.projectId);
  add((place) => `t.tags @> ARRAY[${place}]`, filter.tag);
  add(IS_ON_DAY[whose], filter.myDay);
  const isToDo = whose === "others" ? "t.assignee_id = $1 AND" : "";
  add((place) => `(${isToDo} ${KEYS.due.column} <= ${place} OR ${IS_ON_DAY[whose](place)})`, filter.onDay);
  add((place) => `t.start_date >= ${place}`, filter.startFrom);
  add((place) => `(t.start_date IS NULL OR t.start_date <= ${place})`, filter.startTo);
  // As the index has it, where those without a day come last.
  add((place) => `${KEYS.due.column} >= ${place}`, filter.dueFrom);
  if (filter.dueFrom && !filter.dueTo) where.push(`${KEYS.due.column} < 'infinity'`);
  add((place) => `${KEYS.due.column} <= ${place}`, filter.dueTo);
  // When its owner does it is told to nobody else.
  if (whose !== "own" && (filter.plannedFrom ?? filter.plannedTo))
    where.push("t.user_id = (SELECT app_user_id())");
  add((place) => `t.planned_at >= ${place}`, filter.plannedFrom);
  add((place) => `t.planned_at < ${place}`, filter.plannedTo);
  return { values, where };
}

const IS_ON_OWN_DAY = (day: string) => `t.my_day = ${day}`;
/** Whether task `t` is on the reader's My Day; that of somebody else is nobody's to know. */
const IS_ON_DAY: Record<Whose, (day: string) => string> = {
  own: IS_ON_OWN_DAY,
  shared: IS_ON_MY_DAY,
  assigned: (day) => `(t.user_id = $1 AND ${IS_ON_OWN_DAY(day)} OR ${IS_ON_MY_DAY(day)})`,
  others: IS_ON_MY_DAY,
};

/** Whether task `t` of account $1 belongs to a project. @param id SQL of the project's id */
export const IN_PROJECT = (id: string) => `t.id IN ${TASKS_OF_PROJECT(id)}`;

/** The same for projects with these titles. @param titles SQL of an array of them in small letters */
export const IN_PROJECTS_NAMED = (titles: string) => `t.id IN (
    SELECT o.id FROM projects q, LATERAL ${TASKS_OF_PROJECT("q.id")} o WHERE q.user_id = $1 AND lower(q.title) = ANY (${titles}))`;

const CURSOR = /^(\S+) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

function readCursor(cursor: string, { form }: Key): { key: string; id: string } {
  const [, key, id] = CURSOR.exec(cursor) ?? [];
  if (!key || !id || !form.test(key)) throw new Failure("INVALID_INPUT", "This cursor isn't valid.");
  return { key, id };
}

type CompletionRow = {
  id: string;
  task_id: string;
  title: string;
  due_date: string | null;
  completed_at: Date;
  is_instance: boolean;
  sort_key: string;
};

/** Tasks that are done, and instances of those that went on to their next day: each part of the page comes from an index of its own. */
export async function listCompletions(
  db: Database,
  userId: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ completions: TaskCompletion[]; nextCursor: string | null }> {
  const after = cursor === undefined ? null : readCursor(cursor, KEYS.completed);
  const rows = await db.queryAs<CompletionRow>(
    userId,
    COMPLETIONS,
    [userId, after?.key ?? "infinity", after?.id ?? "ffffffff-ffff-ffff-ffff-ffffffffffff", limit + 1],
    "list-completions",
  );
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    completions: rows.slice(0, limit).map(toCompletion),
    nextCursor: last ? `${last.sort_key} ${last.id}` : null,
  };
}

const toCompletion = (row: CompletionRow): TaskCompletion => ({
  id: row.id,
  taskId: row.task_id,
  title: row.title,
  dueDate: row.due_date,
  completedAt: row.completed_at.toISOString(),
  isInstance: row.is_instance,
});

const COMPLETIONS = `SELECT *, to_char(completed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS sort_key FROM (
    (SELECT t.id, t.id AS task_id, t.title, t.due_date, t.completed_at, false AS is_instance FROM tasks t
      WHERE ${IS_THERE} AND t.completed AND (t.completed_at, t.id) < ($2::timestamptz, $3::uuid)
      ORDER BY t.completed_at DESC, t.id DESC LIMIT $4)
    UNION ALL
    (SELECT c.id, c.task_id, t.title, c.due_date, c.completed_at, true FROM task_completions c JOIN tasks t ON t.id = c.task_id
      WHERE c.user_id = $1 AND ${IS_THERE} AND (c.completed_at, c.id) < ($2::timestamptz, $3::uuid)
      ORDER BY c.completed_at DESC, c.id DESC LIMIT $4)
  ) done ORDER BY completed_at DESC, id DESC LIMIT $4`;
