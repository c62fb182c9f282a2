import type { Task } from "#contract/tasks.ts";
import type { Tx } from "../db/client.ts";
import { Failure, notFound, SAYS_WHY } from "../failure.ts";

const LEVELS_MAX = 5;

/** What tasks name of others, before and after a change. */
type Links = Pick<Task, "id" | "parentId" | "waitsFor" | "noteIds" | "noteId">;

/** @throws Failure NOT_FOUND for what is not the user's, INVALID_INPUT for a task that would wait for, or be part of, itself */
export async function assertLinks(tx: Tx, before: Links | null, after: Links): Promise<void> {
  const waitsFor = added(before?.waitsFor, after.waitsFor);
  if (after.waitsFor.includes(after.id)) throw new Failure("INVALID_INPUT", "A task can't wait for itself.");
  // One that was named already may be gone for ever: that says nothing about the others.
  if (waitsFor.length > 0 && (await countOwn(tx, "tasks", waitsFor)) < waitsFor.length) throw notFound();
  if (waitsFor.length > 0 && (await waitsForEver(tx, after.id, waitsFor)))
    throw new Failure("INVALID_INPUT", "These tasks would wait for each other.");
  const noteIds = added(before?.noteIds, after.noteIds);
  if (noteIds.length > 0 && (await countOwn(tx, "notes_v2", noteIds)) < noteIds.length) throw notFound();
}

/** Whether one of these waits for the task itself, however far away. */
async function waitsForEver(tx: Tx, id: string, waitsFor: string[]): Promise<boolean> {
  const [row] = await tx.query<{ is_circle: boolean }>(
    `WITH RECURSIVE ahead AS (
       SELECT unnest($2::uuid[]) AS id
       UNION SELECT unnest(t.waits_for) FROM tasks t JOIN ahead ON t.id = ahead.id WHERE t.user_id = $1 AND t.trashed_at IS NULL)
     SELECT EXISTS (SELECT FROM ahead WHERE id = $3) AS is_circle`,
    [tx.ownerId, waitsFor, id],
    "waits-for-ever",
  );
  return row!.is_circle;
}

const added = (before: string[] = [], after: string[]) => [
  ...new Set(after.filter((id) => !before.includes(id))),
];

async function countOwn(tx: Tx, table: "tasks" | "notes_v2", ids: string[]): Promise<number> {
  const values = [tx.ownerId, ids];
  const [row] = await (table === "tasks"
    ? tx.query<{ own: number }>(
        "SELECT count(*)::int AS own FROM tasks WHERE user_id = $1 AND id = ANY ($2::uuid[])",
        values,
      )
    : tx.query<{ own: number }>(
        "SELECT count(*)::int AS own FROM notes_v2 WHERE user_id = $1 AND id = ANY ($2::uuid[])",
        values,
      ));
  return row!.own;
}

/** Moves of sub-tasks of one account come after each other: two at once could close a circle that neither of them sees. */
export async function lockTree(tx: Tx): Promise<void> {
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('tasks of ' || $1, 0))", [tx.ownerId]);
}

/**
 * Whether these tasks can be sub-tasks of that one. The tree must be locked.
 * @throws Failure NOT_FOUND, INVALID_INPUT for a circle or a sixth level, CONFLICT where one of them is a line of a note
 */
export async function assertParent(tx: Tx, tasks: Links[], parentId: string): Promise<void> {
  const ids = tasks.map(({ id }) => id);
  const [found] = await tx.query<{
    depth: number | null;
    height: number;
    is_circle: boolean;
    is_line: boolean;
  }>(TREE, [tx.ownerId, parentId, ids], "task-tree");
  if (!found || found.depth === null) throw notFound();
  if (found.is_line || tasks.some(({ noteId }) => noteId !== null))
    throw new Failure("CONFLICT", "A checkbox has its place in its note. Indent it there.", SAYS_WHY);
  if (found.is_circle) throw new Failure("INVALID_INPUT", "A task can't be a sub-task of itself.", SAYS_WHY);
  if (found.depth + found.height > LEVELS_MAX)
    throw new Failure("INVALID_INPUT", "Sub-tasks can go five levels deep.", SAYS_WHY);
}

const TREE = `WITH RECURSIVE above AS (
    SELECT id, parent_id, note_id, 1 AS level FROM tasks WHERE id = $2 AND user_id = $1 AND trashed_at IS NULL
    UNION ALL SELECT t.id, t.parent_id, NULL, level + 1 FROM tasks t JOIN above ON t.id = above.parent_id WHERE level < 10
  ), below AS (
    SELECT unnest($3::uuid[]) AS id, 1 AS level
    UNION ALL SELECT t.id, level + 1 FROM tasks t JOIN below ON t.parent_id = below.id WHERE level < 10
  )
  SELECT (SELECT max(level) FROM above) AS depth, (SELECT max(level) FROM below) AS height,
    EXISTS (SELECT FROM above WHERE id = ANY ($3::uuid[])) AS is_circle, EXISTS (SELECT FROM above WHERE note_id IS NOT NULL) AS is_line`;
