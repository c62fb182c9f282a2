import type { Database } from "../db/client.ts";
import { NOTES_OF_PROJECT, TASKS_OF_PROJECT } from "../db/parts-of-project.ts";
import { notFound } from "../failure.ts";

/** Which rows of a table go into an export: those of which `of`, SQL over a row `t`, is one of these ids. */
export type Part = {
  of: string;
  ids: string[];
  /** SQL of what is written of a row, where that is not the row as it is, with the ids as `IDS` and `also` as `ALSO`. */
  row?: string;
  /** SQL of the rows, where some of them are not the account's own, with the same words. They are written as if they were. */
  from?: string;
  also?: string[];
};

/** What of an account is exported: by the name of a table its part; tables without one are left out. */
export type Scope = { title: string; projectId: string; parts: ReadonlyMap<string, Part> };

const STRICTEST = `(WITH RECURSIVE up AS (
    SELECT t.id, t.parent_folder_id, t.ai_access UNION SELECT f.id, f.parent_folder_id, f.ai_access FROM folders f JOIN up ON f.id = up.parent_folder_id
  ) SELECT CASE WHEN bool_or(ai_access = 'none') THEN 'none' WHEN bool_or(ai_access = 'local') THEN 'local' ELSE 'any' END FROM up)`;

/** What lies above stays behind; what it keeps from models is kept from them all the same. */
const FOLDER_ROW = `CASE WHEN t.parent_folder_id = ANY (IDS) THEN to_jsonb(t)
  ELSE to_jsonb(t) || jsonb_build_object('parent_folder_id', NULL, 'ai_access', ${STRICTEST}) END`;

/** Who sees the project, by id: their names, and the addresses by which its owner knows them. Asked once, whatever the number of rows. */
const PEOPLE = `(SELECT jsonb_object_agg(g.id, jsonb_build_object('name', g.name, 'email', coalesce(
    (SELECT min(lower(s.email)) FROM shares s WHERE s.owner_id = $1 AND s.user_id = g.id AND s.accepted_at IS NOT NULL),
    (SELECT lower(u.email) FROM user_profiles u WHERE u.id = $1 AND g.id = $1), '')))
  FROM people_of_project((ALSO)[1]) g)`;

/**
 * Of a note that stays behind it is no checkbox any more; of what else it names only what comes along. Whose it is to do is said in words
 * that mean something elsewhere, too. ALSO has the project's id first, then those of its notes.
 */
const TASK_ROW = `to_jsonb(t) || jsonb_build_object('waits_for', ARRAY(SELECT id FROM unnest(t.waits_for) AS id WHERE id = ANY (IDS)),
  'note_ids', ARRAY(SELECT id FROM unnest(t.note_ids) AS id WHERE id = ANY (ALSO)))
  || CASE WHEN t.assignee_id IS NULL THEN '{}'::jsonb ELSE jsonb_build_object('assignee', ${PEOPLE} -> t.assignee_id::text) END
  || CASE WHEN t.note_id = ANY (ALSO) THEN '{}'::jsonb ELSE '{"note_id": null, "block_id": null}'::jsonb END`;

/** Where it is published from, which may be a secret. */
const CALENDAR_ROW = "to_jsonb(t) - 'source_url'";

/** With those that guests put into the project and that its owner may read now. */
const FILES = `(SELECT o.* FROM files o WHERE o.user_id = $1
  UNION ALL SELECT (jsonb_populate_record(s, jsonb_build_object('user_id', $1::uuid, 'storage_key', ''))).*
  FROM file_rows_of_project((ALSO)[1]) s WHERE s.user_id <> $1)`;
const PUT_FILES = `(SELECT o.id, $1::uuid AS user_id, o.project_id, o.created_at, $1::uuid AS project_owner_id FROM project_files o
  WHERE o.user_id = $1 AND o.project_owner_id = $1 OR o.id IN (SELECT g.file_id FROM files_of_shared_project((IDS)[1]) g))`;

const READ = `WITH project AS (SELECT p.* FROM projects p WHERE p.id = $2 AND p.user_id = $1),
  notes AS (
    SELECT id FROM ${NOTES_OF_PROJECT("$2::uuid")} AS o (id)
    UNION SELECT n.id FROM notes_v2 n JOIN project p ON p.note_id = n.id WHERE n.user_id = $1 AND n.trashed_at IS NULL
  ),
  below AS (
    WITH RECURSIVE down AS (
      SELECT p.folder_id AS id FROM project p UNION SELECT f.id FROM folders f JOIN down ON f.parent_folder_id = down.id WHERE f.trashed_at IS NULL
    ) SELECT id FROM down
    UNION SELECT n.folder_id FROM notes_v2 n JOIN project p ON p.note_id = n.id WHERE n.user_id = $1 AND n.trashed_at IS NULL
  ),
  tasks_of AS (
    SELECT t.id, t.description FROM tasks t WHERE t.user_id = $1 AND t.trashed_at IS NULL
      AND (t.id IN ${TASKS_OF_PROJECT("$2::uuid")} OR t.note_id IN (SELECT id FROM notes))
      AND NOT EXISTS (SELECT FROM notes_v2 n WHERE n.id = t.note_id AND n.trashed_at IS NOT NULL)
  ),
  near AS (SELECT e.id, e.series_id, e.calendar_id, e.description FROM calendar_events e
    WHERE e.user_id = $1 AND e.trashed_at IS NULL AND (e.note_id IN (SELECT id FROM notes)
      OR coalesce(e.series_id, e.id) IN (SELECT i.id FROM project_events i WHERE i.project_id = $2 AND i.user_id = $1))),
  events AS (
    SELECT id, calendar_id, description FROM near
    UNION SELECT e.id, e.calendar_id, e.description FROM calendar_events e WHERE e.user_id = $1 AND e.trashed_at IS NULL
      AND (e.id IN (SELECT series_id FROM near) OR e.series_id IN (SELECT id FROM near))
  ),
  words AS (
    SELECT l.target AS words FROM note_links l WHERE l.user_id = $1 AND l.kind IN ('file', 'web') AND l.note_id IN (SELECT id FROM notes)
    UNION ALL SELECT description FROM tasks_of WHERE strpos(description, '/files/') > 0
    UNION ALL SELECT description FROM events WHERE strpos(description, '/files/') > 0
    UNION ALL SELECT description FROM project WHERE strpos(description, '/files/') > 0
  )
  SELECT p.title, ARRAY(SELECT id FROM notes) AS notes, ARRAY(SELECT f.id FROM folders f JOIN below USING (id) WHERE f.user_id = $1 AND f.trashed_at IS NULL) AS folders,
    ARRAY(SELECT id FROM tasks_of) AS tasks, ARRAY(SELECT id FROM events) AS events,
    ARRAY(SELECT DISTINCT c.id FROM calendars c JOIN events e ON e.calendar_id = c.id WHERE c.user_id = $1) AS calendars,
    ARRAY(SELECT f.id FROM files f WHERE f.user_id = $1 AND f.trashed_at IS NULL AND (EXISTS (SELECT FROM words w WHERE strpos(w.words, '/files/' || f.id) > 0)
      OR f.id IN (SELECT i.id FROM project_files i WHERE i.project_id = $2 AND i.user_id = $1)))
      || ARRAY(SELECT g.file_id FROM files_of_shared_project($2) g WHERE EXISTS (SELECT FROM project)) AS files,
    ARRAY(SELECT g.id FROM tag_fences g WHERE g.user_id = $1 AND g.tag IN (
      SELECT lower(tag) FROM notes_v2 n, unnest(n.tags) AS tag WHERE n.id IN (SELECT id FROM notes)
      UNION SELECT lower(tag) FROM tasks t, unnest(t.tags) AS tag WHERE t.id IN (SELECT id FROM tasks_of)
      UNION SELECT lower(tag) FROM calendar_events e, unnest(e.tags) AS tag WHERE e.id IN (SELECT id FROM events))) AS fences
  FROM project p`;

type Found = Record<"notes" | "folders" | "tasks" | "events" | "calendars" | "files" | "fences", string[]> & {
  title: string;
};

/**
 * A project with its folder and what lies below, its page, tasks, events, the files they name and those put into it; nothing of the trash.
 * @throws Failure NOT_FOUND
 */
export async function scopeOfProject(db: Database, userId: string, projectId: string): Promise<Scope> {
  const [found] = await db.queryAs<Found>(userId, READ, [userId, projectId], "scope-of-project");
  if (!found) throw notFound();
  const { notes, tasks, events } = found;
  const ofNote = { of: "t.note_id", ids: notes };
  return {
    title: found.title,
    projectId,
    parts: new Map<string, Part>([
      ["public.folders", { of: "t.id", ids: found.folders, row: FOLDER_ROW }],
      ["public.tag_fences", { of: "t.id", ids: found.fences }],
      ["public.notes_v2", { of: "t.id", ids: notes }],
      ["public.note_updates", ofNote],
      ["public.note_snapshots", ofNote],
      ["public.note_history", ofNote],
      ["public.note_versions", ofNote],
      ["public.note_seo", ofNote],
      ["public.comment_threads", ofNote],
      ["public.note_comments", ofNote],
      ["public.files", { of: "t.id", ids: found.files, from: FILES, also: [projectId] }],
      ["public.tasks", { of: "t.id", ids: tasks, row: TASK_ROW, also: [projectId, ...notes] }],
      ["public.task_completions", { of: "t.task_id", ids: tasks }],
      ["public.projects", { of: "t.id", ids: [projectId] }],
      ["public.project_tasks", { of: "t.project_id", ids: [projectId] }],
      ["public.project_events", { of: "t.project_id", ids: [projectId] }],
      ["public.project_files", { of: "t.project_id", ids: [projectId], from: PUT_FILES }],
      ["public.calendars", { of: "t.id", ids: found.calendars, row: CALENDAR_ROW }],
      ["public.calendar_events", { of: "t.id", ids: events }],
      [
        "public.reminders",
        { of: "coalesce(t.task_id, t.event_id, t.note_id)", ids: [...tasks, ...events, ...notes] },
      ],
    ]),
  };
}
