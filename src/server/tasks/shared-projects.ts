import type { Task } from "#contract/tasks.ts";
import type { Database, Tx } from "../db/client.ts";
import { Failure, notFound, SAYS_WHY } from "../failure.ts";
import type { TaskChange } from "./apply-change.ts";
import { daysOf } from "./my-day/task-days.ts";
import { TASKS_MAX } from "./save-tasks.ts";

/**
 * Somebody who works in a project of another account (decision 162). One's own tasks are looked for first, as if there were no others; only
 * for what is not there is it asked whether it lies in a project that is shared. The transaction then opens that project, and row-level
 * security lets it see the project's tasks and no other rows of their owner.
 */

type Place = { taskId: string; projectId: string; role: "viewer" | "commenter" | "editor" };

/** Where those of these tasks lie that others share with the user. */
export async function sharedPlaces(db: Database, userId: string, taskIds: string[]): Promise<Place[]> {
  const rows = await db.queryAs<PlaceRow>(userId, PLACES, [taskIds], "projects-of-tasks");
  return rows.map((row) => ({ taskId: row.task_id, projectId: row.project_id, role: row.role }));
}

type PlaceRow = { task_id: string; project_id: string; role: Place["role"] };
const PLACES = "SELECT task_id, project_id, role FROM projects_of_tasks($1)";
/** Once the projects are opened. */
const NAMED_PLACES = `SELECT o.task_id, o.project_id, o.role, p.title FROM projects_of_tasks($1) o JOIN projects p ON p.id = o.project_id`;

/** To look at it, or to change its tasks. @throws Failure NOT_FOUND, CONFLICT when it is shared for reading */
export async function openProject(
  tx: Tx,
  projectId: string,
  wanted: "viewer" | "editor",
): Promise<Tx & { hasRoom: boolean }> {
  const [held] = await tx.query<{ owner_id: string; role: Place["role"]; has_room: boolean }>(
    "SELECT * FROM hold_project($1, $2)",
    [projectId, TASKS_MAX],
    "hold-project",
  );
  if (!held) throw notFound();
  if (wanted === "editor" && held.role !== "editor") throw forReading();
  return { ...tx, ownerId: held.owner_id, isForReading: held.role !== "editor", hasRoom: held.has_room };
}

const forReading = () =>
  new Failure(
    "CONFLICT",
    "This project is shared with you for reading. Ask its owner to let you edit it.",
    SAYS_WHY,
  );

/** All projects of others at once, to look at their tasks. */
export async function openAllProjects(tx: Tx): Promise<void> {
  await tx.query("SELECT set_config('app.project', 'all', true)");
}

/**
 * Does something to one's own of these tasks and then, project by project, to those of others; what is nowhere is passed over. Each account's
 * in a transaction of its own.
 * @param run answers what it did to one or several of the tasks it was given
 */
export async function inOwnAndShared<Done>(
  db: Database,
  userId: string,
  taskIds: string[],
  idOf: (done: Done) => string,
  run: (projectId: string | null, taskIds: string[]) => Promise<Done[]>,
): Promise<Done[]> {
  const own = await run(null, taskIds);
  const known = new Set(own.map(idOf));
  const missing = taskIds.filter((id) => !known.has(id));
  if (missing.length === 0) return own;
  const places = await sharedPlaces(db, userId, missing);
  const done = [...own];
  for (const [projectId, those] of Map.groupBy(places, (place) => place.projectId))
    done.push(
      ...(await run(
        projectId,
        those.map(({ taskId }) => taskId),
      )),
    );
  return done;
}

/** In a transaction of one's own, or of a project of somebody else that is opened for changes. */
export const inProject = <T>(
  db: Database,
  userId: string,
  projectId: string | null,
  run: (tx: Tx) => Promise<T>,
  wanted: "viewer" | "editor" = "editor",
): Promise<T> =>
  db.withUser(userId, async (tx) => run(projectId === null ? tx : await openProject(tx, projectId, wanted)));

/** What a guest is told of tasks: the guest's own day of them, neither when their owner does them nor what lies out of reach. */
export async function asGuestSees(tx: Tx, tasks: Task[]): Promise<Task[]> {
  if (tx.ownerId === tx.userId || tasks.length === 0) return tasks;
  const known = await knownToReader(tx, tasks);
  return tasks.map((task) => asKnown(task, known, tx.isForReading));
}

/** The same for a list in which own tasks stand beside those of others. */
export async function asReaderSees<Row extends { user_id: string }>(
  tx: Tx,
  rows: Row[],
  toTask: (row: Row) => Task,
): Promise<Task[]> {
  const others = rows.filter((row) => row.user_id !== tx.userId).map(toTask);
  const known = await knownToReader(tx, others);
  const ids = others.map(({ id }) => id);
  const places =
    ids.length > 0
      ? await tx.query<PlaceRow & { title: string }>(NAMED_PLACES, [ids], "names-of-projects-of-tasks")
      : [];
  const placeOf = new Map(places.map((place) => [place.task_id, place]));
  return rows.map((row) => {
    const task = toTask(row);
    if (row.user_id === tx.userId) return task;
    const place = placeOf.get(task.id);
    return {
      ...asKnown(task, known, place !== undefined && place.role !== "editor"),
      ...(place && { project: { id: place.project_id, title: place.title } }),
    };
  });
}

/** What a reader knows of tasks of others: ids that they name, and the reader's own days of them. */
type Known = { seen: Set<string>; days: Map<string, string> };

async function knownToReader(tx: Tx, tasks: Task[]): Promise<Known> {
  const ids = tasks.map(({ id }) => id);
  return { seen: await idsInReach(tx, tasks), days: await daysOf(tx, ids) };
}

const asKnown = (task: Task, { seen, days }: Known, isForReading = false): Task => ({
  ...task,
  isOthers: true,
  ...(isForReading && { isForReading }),
  myDay: days.get(task.id) ?? null,
  plannedAt: null,
  plannedMinutes: null,
  waitsFor: task.waitsFor.filter((id) => seen.has(id)),
  noteIds: task.noteIds.filter((id) => seen.has(id)),
});

async function idsInReach(tx: Tx, tasks: Pick<Task, "waitsFor" | "noteIds">[]): Promise<Set<string>> {
  const taskIds = tasks.flatMap(({ waitsFor }) => waitsFor);
  const noteIds = tasks.flatMap(({ noteIds: ids }) => ids);
  if (taskIds.length + noteIds.length === 0) return new Set();
  const rows = await tx.query<{ id: string }>(
    "SELECT id FROM tasks WHERE id = ANY ($1::uuid[]) UNION ALL SELECT id FROM notes_v2 WHERE id = ANY ($2::uuid[])",
    [taskIds, noteIds],
    "links-in-reach",
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * A checkbox that was put into a project lies in a note that a guest need not see.
 * @throws Failure CONFLICT: it would be done here and open there
 */
export async function assertNotesInReach(tx: Tx, boxes: { note_id: string | null }[]): Promise<void> {
  if (tx.ownerId === tx.userId || boxes.length === 0) return;
  const noteIds = boxes.flatMap(({ note_id: noteId }) => noteId ?? []);
  const seen = await idsInReach(tx, [{ waitsFor: [], noteIds }]);
  if (noteIds.some((id) => !seen.has(id)))
    throw new Failure("CONFLICT", "This task is part of a note that isn't shared with you.");
}

const OF_OWNER = ["plannedAt", "plannedMinutes"] as const;

/**
 * A guest's change of a task with what the guest doesn't know of: links to things out of reach stay, and so does the owner's My Day.
 * @throws Failure CONFLICT for time that the owner sets aside
 */
export async function asGuestMeans(tx: Tx, before: Task, change: TaskChange): Promise<TaskChange> {
  if (tx.ownerId === tx.userId) return change;
  if (OF_OWNER.some((field) => change[field] !== undefined && change[field] !== null))
    throw new Failure("CONFLICT", "Only the owner of this project can plan time for its tasks.");
  const { myDay: _day, plannedAt: _at, plannedMinutes: _minutes, ...rest } = change;
  if (rest.waitsFor === undefined && rest.noteIds === undefined) return rest;
  const seen = await idsInReach(tx, [before]);
  const kept = (ids: string[]) => ids.filter((id) => !seen.has(id));
  return {
    ...rest,
    ...(rest.waitsFor && { waitsFor: [...rest.waitsFor, ...kept(before.waitsFor)] }),
    ...(rest.noteIds && { noteIds: [...rest.noteIds, ...kept(before.noteIds)] }),
  };
}
