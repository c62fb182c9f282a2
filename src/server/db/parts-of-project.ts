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

/** Ids of the project itself, of its folders, and of the notes and tasks of account $1 that belong to it. @param id SQL of the project's id */
export const PARTS_OF_PROJECT = (id: string): string =>
  `(WITH RECURSIVE ${FOLDERS(id)}, ${TASKS(id)}
    SELECT of_project.id FROM projects of_project WHERE of_project.id = ${id} AND of_project.user_id = $1 UNION ALL SELECT id FROM below UNION ALL SELECT id FROM own
    UNION ALL SELECT n.id FROM notes_v2 n JOIN below ON n.folder_id = below.id WHERE n.user_id = $1)`;
