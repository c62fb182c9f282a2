import type { LiveEvent } from "#contract/wire/live.ts";
import type { Tx } from "../db/client.ts";

export type Change = Pick<LiveEvent, "entity" | "entityId" | "operation"> & { userId: string };

/**
 * Writes a live event in the transaction of the change itself, so that neither exists without the other. The audience is
 * the owner and, for a note and what is said beside it, a calendar and its events, whoever it is shared with; absent means nobody.
 */
export async function recordChange(tx: Tx, change: Change): Promise<void> {
  const isNote = change.entity === "note" || change.entity === "comment";
  const isCalendar = change.entity === "event" || change.entity === "calendar";
  const isProject = change.entity === "task" || change.entity === "project";
  const takesTurns = isProject || isCalendar;
  // A guest's own events are written for it like those of the others.
  if (isNote && change.userId !== tx.userId) return notifyReaders(tx, [change.entityId], change);
  const [row] = await tx.query<{ readers: string[] | null }>(
    `WITH ${takesTurns ? TURN : NO_TURN}, counter AS (
       INSERT INTO live_counters (user_id, seq) SELECT $1, 1 FROM turn
       ON CONFLICT (user_id) DO UPDATE SET seq = live_counters.seq + 1 RETURNING seq
     ), event AS (
       INSERT INTO live_events (user_id, seq, entity, entity_id, operation)
       SELECT $1, seq, $2, $3, $4 FROM counter
     )
     SELECT ${isNote ? READERS : isCalendar ? readersOfEvents("ARRAY[$3::uuid]", "$4") : isProject ? readersOfProjects("ARRAY[$3::uuid]", "$4") : "NULL::uuid[]"} AS readers FROM turn`,
    [change.userId, change.entity, change.entityId, change.operation],
    isNote
      ? "record-note-change"
      : isCalendar
        ? "record-calendar-change"
        : isProject
          ? "record-project-change"
          : "record-change",
  );
  tx.announce(change.userId);
  row?.readers?.forEach((reader) => tx.announce(reader));
}

const READERS = `CASE WHEN EXISTS (SELECT FROM note_access a WHERE a.note_id = $3) THEN notify_note_readers($3::uuid, $2::text, $4::text) END`;

/** Those who see these events, or calendars, but for the caller; asked only where calendars are shared. */
const readersOfCalendars = (ids: string, operation: string) =>
  `CASE WHEN EXISTS (SELECT FROM shares s WHERE s.calendar_id IS NOT NULL AND (s.owner_id = $1 OR s.user_id = $1))
     THEN notify_calendar_readers(${ids}, $2::text, ${operation}::text) END`;
const SHARES_PROJECTS = `(coalesce(current_setting('app.project', true), '') <> '' OR EXISTS (SELECT FROM projects p WHERE p.user_id = $1 AND p.is_shared))`;

/** Who tells others of a shared project does so one after the other: each counts its own events and theirs, and two would wait for each other. */
export const TURN = `turn AS MATERIALIZED (SELECT CASE WHEN ${SHARES_PROJECTS} THEN pg_advisory_xact_lock(
  hashtextextended(coalesce(nullif(current_setting('app.project_owner', true), ''), $1::uuid::text), 3)) END)`;
export const NO_TURN = "turn AS MATERIALIZED (SELECT 1)";

/** Those who see shared projects with these tasks, or these projects, but for the caller; asked only by who shares one or works in one. */
const readersOfProjects = (ids: string, operation: string, entity = "$2") =>
  `CASE WHEN ${SHARES_PROJECTS} THEN notify_project_readers(${ids}, ${entity}::text, ${operation}::text) END`;

/** Those who see the calendars of these events, or these calendars, and those who see a shared project that such an event was put into. */
const readersOfEvents = (ids: string, operation: string) =>
  `${readersOfCalendars(ids, operation)} || CASE WHEN ${SHARES_PROJECTS} OR EXISTS (
     SELECT FROM shares s WHERE s.calendar_id IS NOT NULL AND s.user_id = $1 AND s.role = 'editor')
     THEN notify_project_readers(${ids}, $2::text, ${operation}::text) END`;
export const READERS_OF_EVENTS = readersOfEvents("$4::uuid[]", "$3");
export const READERS_OF_PROJECTS = readersOfProjects("$4::uuid[]", "$3");
/** For tasks that are told of together with what is no task. */
export const READERS_OF_NEW_TASKS = readersOfProjects("$5::uuid[]", "$6", "'task'");

/**
 * Tells those who see a shared project of the caller's that these notes with checkboxes went, or came back, by an event of the project: the
 * tasks of a note in the trash lie in no project any more.
 */
export async function tellProjectsOfNotes(tx: Tx, noteIds: readonly string[]): Promise<void> {
  const rows = await tx.query<{ readers: string[] | null }>(
    `WITH RECURSIVE ${TURN}, around AS (
       SELECT n.folder_id AS id FROM turn, notes_v2 n
       WHERE n.id = ANY ($2::uuid[]) AND EXISTS (SELECT FROM projects p WHERE p.user_id = $1 AND p.is_shared)
         AND EXISTS (SELECT FROM tasks t WHERE t.note_id = n.id AND t.user_id = $1)
       UNION SELECT f.parent_folder_id FROM around JOIN folders f ON f.id = around.id AND f.trashed_at IS NULL
     )
     SELECT notify_project_readers(ARRAY[p.id], 'project', 'update') AS readers
     FROM (SELECT id FROM projects WHERE user_id = $1 AND is_shared AND folder_id IN (SELECT id FROM around)
       UNION SELECT i.project_id FROM project_tasks i JOIN tasks t ON t.id = i.id JOIN projects o ON o.id = i.project_id
       WHERE t.note_id = ANY ($2::uuid[]) AND t.user_id = $1 AND o.user_id = $1 AND o.is_shared ORDER BY id) p`,
    [tx.userId, noteIds],
    "tell-projects-of-notes",
  );
  for (const { readers } of rows) readers?.forEach((reader) => tx.announce(reader));
}

/**
 * Tells everybody else who sees a shared project with these own files that they changed, went or came back, by an event of the project. Before
 * the caller's own event of it: whose turn it is comes before any count.
 */
export async function tellProjectsOfFiles(tx: Tx, fileIds: readonly string[]): Promise<void> {
  const rows = await tx.query<{ readers: string[] | null }>(
    `WITH places AS MATERIALIZED (
       SELECT DISTINCT i.project_id, i.project_owner_id FROM project_files i WHERE i.id = ANY ($2::uuid[]) AND i.user_id = $1
     ), turn AS MATERIALIZED (
       SELECT pg_advisory_xact_lock(hashtextextended(o.id, 3)) FROM (SELECT DISTINCT project_owner_id::text AS id FROM places ORDER BY 1) o
     )
     SELECT notify_project_readers(ARRAY[p.project_id], 'project', 'update') AS readers
     FROM (SELECT count(*) FROM turn) t, (SELECT project_id FROM places ORDER BY 1) p`,
    [tx.userId, fileIds],
    "tell-projects-of-files",
  );
  for (const { readers } of rows) readers?.forEach((reader) => tx.announce(reader));
}

/** The owner of a shared note, and whom it is shared with, as far as they are not the ones who changed it. */
export async function notifyReaders(
  tx: Tx,
  noteIds: string[],
  { entity, operation }: Pick<LiveEvent, "entity" | "operation">,
): Promise<void> {
  const rows = await tx.query<{ readers: string[] }>(
    `SELECT notify_note_readers(note, $2, $3) AS readers FROM unnest($1::uuid[]) AS note
     WHERE EXISTS (SELECT FROM note_access a WHERE a.note_id = note) ORDER BY note`,
    [noteIds, entity, operation],
    "tell-readers",
  );
  for (const { readers } of rows) readers.forEach((reader) => tx.announce(reader));
}
