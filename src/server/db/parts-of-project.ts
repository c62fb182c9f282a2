/**
 * Of account $1 the folder of a project and those below it. Its alias is no other's: an id such as `p.id` would be its own.
 * @param id SQL of the project's id
 */
const FOLDERS = (id: string) => `below AS (
      SELECT of_project.folder_id AS id FROM projects of_project WHERE of_project.id = ${id} AND of_project.user_id = $1
      UNION SELECT f.id FROM folders f JOIN below ON f.parent_folder_id = below.id WHERE f.trashed_at IS NULL
    )`;

const TASKS = (id: string) => `own AS (
      SELECT id FROM (
        SELECT i.id FROM project_tasks i WHERE i.project_id = ${id} AND i.user_id = $1
        UNION ALL SELECT b.id FROM tasks b JOIN notes_v2 n ON n.id = b.note_id JOIN below ON n.folder_id = below.id WHERE b.user_id = $1
      ) first
      UNION SELECT c.id FROM tasks c JOIN own ON c.parent_id = own.id
    )`;

/**
 * Ids of account $1's tasks that belong to a project: put into it, below one that is, or in a note of its folders.
 * @param id SQL of the project's id
 */
export const TASKS_OF_PROJECT = (id: string): string =>
  `(WITH RECURSIVE ${FOLDERS(id)}, ${TASKS(id)} SELECT id FROM own)`;

/** Ids of account $1's notes that belong to a project: those in its folders, without the trash. @param id SQL of the project's id */
export const NOTES_OF_PROJECT = (id: string): string =>
  `(WITH RECURSIVE ${FOLDERS(id)}
    SELECT n.id FROM notes_v2 n JOIN below ON n.folder_id = below.id WHERE n.user_id = $1 AND n.trashed_at IS NULL)`;

/**
 * Ids of account $1's events that belong to a project: put into it, with the instances of a series that is, or about a note of it; nothing of the
 * trash. @param id SQL of the project's id
 */
export const EVENTS_OF_PROJECT = (id: string): string =>
  `(WITH RECURSIVE ${FOLDERS(id)}
    SELECT of_note.id FROM calendar_events of_note JOIN notes_v2 n ON n.id = of_note.note_id JOIN below ON n.folder_id = below.id
    WHERE of_note.user_id = $1 AND of_note.trashed_at IS NULL AND n.user_id = $1 AND n.trashed_at IS NULL
    UNION SELECT put.id FROM calendar_events put JOIN project_events i ON i.id = coalesce(put.series_id, put.id)
    WHERE put.user_id = $1 AND put.trashed_at IS NULL AND i.project_id = ${id} AND i.user_id = $1)`;

/** The same for projects with these titles. @param titles SQL of an array of them in small letters */
export const EVENTS_OF_PROJECTS_NAMED = (titles: string): string =>
  `(SELECT o.id FROM projects q, LATERAL ${EVENTS_OF_PROJECT("q.id")} o WHERE q.user_id = $1 AND lower(q.title) = ANY (${titles}))`;

/** A file as a note names it, with its id first. */
const FILE_ADDRESS = "'^/files/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:/original)?$'";

/** Ids of account $1's files that belong to a project of its own: put into it, or named by a note of it; those in the trash, too. @param id SQL of the project's id */
export const FILES_OF_PROJECT = (id: string): string =>
  `(WITH RECURSIVE ${FOLDERS(id)}
    SELECT substring(l.target FROM ${FILE_ADDRESS})::uuid AS id FROM note_links l JOIN notes_v2 n ON n.id = l.note_id JOIN below ON n.folder_id = below.id
    WHERE l.user_id = $1 AND l.kind = 'file' AND l.target ~ ${FILE_ADDRESS} AND n.user_id = $1 AND n.trashed_at IS NULL
    UNION SELECT i.id FROM project_files i WHERE i.project_id = ${id} AND i.user_id = $1 AND i.project_owner_id = $1)`;

/** Ids of the project itself, of its folders, of what was put into it, and of the notes and tasks of account $1 that belong to it. @param id SQL of the project's id */
export const PARTS_OF_PROJECT = (id: string): string =>
  `(WITH RECURSIVE ${FOLDERS(id)}, ${TASKS(id)}
    SELECT of_project.id FROM projects of_project WHERE of_project.id = ${id} AND of_project.user_id = $1 UNION ALL SELECT id FROM below UNION ALL SELECT id FROM own
    UNION ALL SELECT i.id FROM project_events i WHERE i.project_id = ${id} AND i.user_id = $1
    UNION ALL SELECT i.id FROM project_files i WHERE i.project_id = ${id} AND i.user_id = $1 AND i.project_owner_id = $1
    UNION ALL SELECT n.id FROM notes_v2 n JOIN below ON n.folder_id = below.id WHERE n.user_id = $1)`;
