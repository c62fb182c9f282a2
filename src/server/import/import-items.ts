import type { ImportOutcome } from "#contract/imports.ts";
import type { Database } from "../db/client.ts";
import { notesNamedIn } from "../notes/named-notes.ts";
import type { PlanLine } from "./reading/plan.ts";
import { findRows } from "./find-rows.ts";
import { readPlan } from "./read-plan.ts";
import type { Problem } from "./report.ts";

const AT_A_TIME = 500;
/** Of each note; the number of all of them is told. */
const PROBLEMS_MAX = 50;

type Counts = {
  present: number;
  presentFolders: number;
  presentFiles: number;
  presentTasks: number;
  presentEvents: number;
  warned: number;
  settings: number;
  warnedRows: number;
};
type Item = { position: number; line: PlanLine };

/**
 * Writes down what a plan is to make, so that it can be looked at before, reported after, and undone. What is there already is
 * known from now on: undoing never touches it.
 */
export async function recordItems(
  db: Database,
  userId: string,
  importId: string,
  folder: string,
): Promise<Counts> {
  await db.queryAs(userId, "DELETE FROM import_items WHERE import_id = $1 AND user_id = $2", [
    importId,
    userId,
  ]);
  const batch: Item[] = [];
  let [presentTasks, presentEvents] = [0, 0];
  for await (const item of readPlan(folder)) {
    const { line } = item;
    batch.push(item);
    const counted =
      line.kind === "tasks" || line.kind === "events" ? { kind: line.kind, rows: line.rows } : null;
    // Whether a checkbox is there is told by its note, which stands before it.
    if (batch.length >= AT_A_TIME || counted) await insert(db, userId, importId, batch.splice(0));
    if (!counted) continue;
    const there = (await findRows(db, userId, importId, counted.kind, counted.rows)).size;
    if (counted.kind === "tasks") presentTasks += there;
    else presentEvents += there;
  }
  await insert(db, userId, importId, batch);
  const [counts] = await db.queryAs<Omit<Counts, "presentTasks" | "presentEvents">>(
    userId,
    `SELECT count(*) FILTER (WHERE kind = 'note' AND outcome = 'present')::int AS present,
       count(*) FILTER (WHERE kind = 'folder' AND outcome = 'present')::int AS "presentFolders",
       count(*) FILTER (WHERE kind = 'file' AND outcome = 'present')::int AS "presentFiles",
       count(*) FILTER (WHERE kind = 'note' AND problems <> '[]'::jsonb)::int AS warned,
       count(*) FILTER (WHERE kind <> 'note' AND problems <> '[]'::jsonb)::int AS "warnedRows",
       count(*) FILTER (WHERE kind = 'settings')::int AS settings
     FROM import_items WHERE import_id = $1 AND user_id = $2`,
    [importId, userId],
  );
  return { ...counts!, presentTasks, presentEvents };
}

async function insert(db: Database, userId: string, importId: string, batch: Item[]): Promise<void> {
  if (batch.length === 0) return;
  await forgetFoundLinks(db, userId, batch);
  await db.queryAs(
    userId,
    `INSERT INTO import_items (import_id, user_id, position, kind, entity_id, path, title, outcome, reason, problems, written_at)
     SELECT $1, $2, (i->>'position')::int, i->>'kind', (i->>'id')::uuid, i->>'path', i->>'title',
       CASE WHEN i->>'reason' IS NOT NULL THEN 'skipped'
         WHEN EXISTS (SELECT FROM notes_v2 WHERE id = (i->>'id')::uuid) OR EXISTS (SELECT FROM folders WHERE id = (i->>'id')::uuid)
           OR EXISTS (SELECT FROM files WHERE id = (i->>'id')::uuid) THEN 'present' ELSE 'planned' END,
       i->>'reason', i->'problems', (i->>'writtenAt')::timestamptz
     FROM jsonb_array_elements($3::jsonb) AS i`,
    [importId, userId, JSON.stringify(batch.map(toRow), withoutNul)],
  );
}

/**
 * Links by title that no file of the import answers, but a note that the person has: they are found when they are followed, as any
 * such link is.
 */
async function forgetFoundLinks(db: Database, userId: string, batch: Item[]): Promise<void> {
  const dead = batch.flatMap(({ line }) =>
    line.kind === "note" ? line.problems.filter((problem) => titleIn(problem) !== null) : [],
  );
  if (dead.length === 0) return;
  const text = dead.map(({ source }) => source).join("\n");
  const known = await notesNamedIn(db, userId, { format: "markdown", text });
  const isFound = (problem: Problem) => Object.hasOwn(known, titleIn(problem) ?? "");
  for (const { line } of batch)
    if (line.kind === "note") line.problems = line.problems.filter((problem) => !isFound(problem));
}

/** The title that a dead link names, as `notesNamedIn` has it; null for any other problem. */
function titleIn({ kind, source }: Problem): string | null {
  if (kind !== "dead-link") return null;
  return /^\[\[([^[\]|#\\\n]+)/.exec(source)?.[1]?.trim().toLowerCase() || null;
}

/** PostgreSQL cannot store it. */
const withoutNul = (_key: string, value: unknown) =>
  typeof value === "string" ? value.replaceAll("\0", "") : value;

function toRow({ position, line }: Item) {
  const none = { position, id: null, title: "", problems: [], reason: null, writtenAt: null };
  switch (line.kind) {
    case "skipped":
      return { ...none, kind: "file", path: line.path, reason: line.reason };
    case "note":
      return {
        ...none,
        kind: "note",
        id: line.id,
        path: line.path,
        title: line.title,
        problems: line.problems.slice(0, PROBLEMS_MAX),
        // Known before it is made: should nobody be there to say that it was, a later change is told from it all the same.
        writtenAt: Number.isNaN(Date.parse(line.updated)) ? null : line.updated,
      };
    case "present":
      return { ...none, kind: "note", id: line.id, path: line.path, title: line.path };
    case "folder":
    case "file":
      return { ...none, kind: line.kind, id: line.id, path: line.path, title: line.name };
    default:
      return {
        ...none,
        kind: line.kind,
        path: line.path,
        title: line.title ?? "",
        problems: (line.problems ?? []).slice(0, PROBLEMS_MAX),
      };
  }
}

export type Outcome = { position: number; outcome: ImportOutcome; reason?: string; writtenAt?: string };

/** What became of some of them, unless it is undone by now. */
export async function recordOutcomes(
  db: Database,
  userId: string,
  importId: string,
  outcomes: Outcome[],
): Promise<void> {
  if (outcomes.length === 0) return;
  await db.queryAs(
    userId,
    `UPDATE import_items t SET outcome = o.outcome, reason = coalesce(o.reason, t.reason), written_at = coalesce(o.written_at::timestamptz, t.written_at)
     FROM unnest($3::int[], $4::text[], $5::text[], $6::text[]) AS o (position, outcome, reason, written_at)
     WHERE t.import_id = $1 AND t.user_id = $2 AND t.position = o.position
       AND NOT (t.outcome = 'present' AND o.outcome = 'made') AND t.outcome <> 'undone'`,
    [
      importId,
      userId,
      outcomes.map(({ position }) => position),
      outcomes.map(({ outcome }) => outcome),
      outcomes.map(({ reason }) => reason?.replaceAll("\0", "").slice(0, 500) ?? null),
      outcomes.map(({ writtenAt }) => writtenAt ?? null),
    ],
  );
}
