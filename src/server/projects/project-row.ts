import type { Project } from "#contract/projects.ts";
import type { ShareRole } from "#contract/sharing.ts";
import type { Row } from "../db/row.ts";
import type { projects } from "../db/schema/projects.ts";
import { IN_PROJECT } from "../tasks/list-tasks.ts";

const LISTED = [
  "id",
  "title",
  "description",
  "status",
  "color",
  "due_date",
  "folder_id",
  "note_id",
  "is_shared",
  "completed_at",
  "created_at",
  "updated_at",
] as const;
const COLUMNS = LISTED.map((column) => `p.${column}`).join(", ");

export type ProjectRow = Row<typeof projects, typeof LISTED> & {
  task_count: number;
  done_count: number;
  overdue_count: number;
  note_count: number;
};

/** $1: the account, $2: its day; more conditions follow. */
export const SELECT = `SELECT ${COLUMNS}, counted.*, (
    SELECT count(*)::int FROM notes_v2 n WHERE n.user_id = $1 AND n.trashed_at IS NULL AND n.folder_id IN (
      WITH RECURSIVE below AS (
        SELECT p.folder_id AS id UNION SELECT f.id FROM folders f JOIN below ON f.parent_folder_id = below.id WHERE f.trashed_at IS NULL
      ) SELECT id FROM below)) AS note_count
  FROM projects p, LATERAL (
    SELECT count(*)::int AS task_count, count(*) FILTER (WHERE t.completed)::int AS done_count,
      count(*) FILTER (WHERE NOT t.completed AND t.due_date < $2)::int AS overdue_count
    FROM tasks t WHERE t.user_id = $1 AND t.trashed_at IS NULL AND ${IN_PROJECT("p.id")}
      AND NOT EXISTS (SELECT FROM notes_v2 n WHERE n.id = t.note_id AND n.trashed_at IS NOT NULL)
  ) counted
  WHERE p.user_id = $1`;

/** Of `projects_shared_with_me`. */
export type SharedProjectRow = ProjectRow & { role: ShareRole; owner_name: string };

export const toSharedProject = (row: SharedProjectRow): Project => ({
  ...toProject(row),
  sharedBy: { name: row.owner_name, role: row.role },
});

export const toProject = (row: ProjectRow): Project => ({
  id: row.id,
  title: row.title,
  description: row.description,
  status: row.status,
  color: row.color,
  dueDate: row.due_date,
  folderId: row.folder_id,
  noteId: row.note_id,
  isShared: row.is_shared,
  sharedBy: null,
  taskCount: row.task_count,
  doneCount: row.done_count,
  overdueCount: row.overdue_count,
  noteCount: row.note_count,
  completedAt: row.completed_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});
