import type { JSONContent } from "@tiptap/core";
import type { ContentTask, ProjectContent } from "#contract/projects.ts";
import type { Services } from "../../base.ts";
import { readBodyAs } from "../../collab/load-note.ts";
import type { Tx } from "../../db/client.ts";
import { TASKS_OF_PROJECT } from "../../db/parts-of-project.ts";
import { Failure, notFound } from "../../failure.ts";

const MOST_NOTES = 200;
const MOST_TASKS = 1_000;
const MOST_CHARACTERS = 5_000_000;

type ProjectRow = {
  title: string;
  description: string;
  color: ProjectContent["color"];
  due_date: string | null;
  folder_id: string | null;
  note_id: string | null;
};
type NoteRow = { id: string; title: string; tags: string[]; folder_id: string | null };
type FolderRow = { id: string; name: string; parent_id: string | null };

/**
 * A project as it is now, with nothing done in it: ticks, time spent and what was planned for a day stay behind.
 * @throws Failure NOT_FOUND, QUOTA_EXCEEDED for one that is too large to be a template
 */
export async function readContent(
  { db, collab }: Pick<Services, "db" | "collab">,
  userId: string,
  projectId: string,
): Promise<{ title: string; content: ProjectContent }> {
  const { project, folders, notes, tasks } = await db.withUser(userId, (tx) => readRows(tx, projectId));
  if (notes.length > MOST_NOTES || tasks.length > MOST_TASKS)
    throw new Failure(
      "QUOTA_EXCEEDED",
      `A project with at most ${MOST_NOTES} notes and ${MOST_TASKS.toLocaleString("en-US")} tasks can be copied. This one has more ${notes.length > MOST_NOTES ? "notes" : "tasks"}.`,
    );
  const bodies = await readBodies({ db, collab }, userId, notes, project.folder_id);
  const content: ProjectContent = {
    version: 1,
    description: project.description,
    color: project.color,
    dueDate: project.due_date,
    pageId: project.note_id,
    folders: folders.map(({ id, name, parent_id: parentId }) => ({
      id,
      name,
      parentId: parentId === project.folder_id ? null : parentId,
    })),
    notes: bodies,
    tasks,
  };
  return { title: project.title, content };
}

async function readBodies(
  { db, collab }: Pick<Services, "db" | "collab">,
  userId: string,
  notes: NoteRow[],
  root: string | null,
): Promise<ProjectContent["notes"]> {
  let size = 0;
  const bodies: ProjectContent["notes"] = [];
  for (const { id, title, tags, folder_id: folderId } of notes) {
    const { parts } = await readBodyAs(db, userId, id);
    const text = unticked(await collab.bodies.read(parts, "json"));
    size += text.length;
    if (size > MOST_CHARACTERS)
      throw new Failure("QUOTA_EXCEEDED", "The notes of this project are too long together to be copied.");
    bodies.push({ id, title, tags, folderId: folderId === root ? null : folderId, format: "json", text });
  }
  return bodies;
}

function unticked(json: string): string {
  const doc = JSON.parse(json) as JSONContent;
  const open: JSONContent[] = [doc];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.type === "taskItem" && node.attrs) node.attrs["checked"] = false;
    open.push(...(node.content ?? []));
  }
  return JSON.stringify(doc);
}

async function readRows(tx: Tx, projectId: string) {
  const values = [tx.userId, projectId];
  const [project] = await tx.query<ProjectRow>(
    "SELECT title, description, color, due_date, folder_id, note_id FROM projects WHERE user_id = $1 AND id = $2",
    values,
  );
  if (!project) throw notFound();
  const folders = await tx.query<FolderRow>(
    `WITH RECURSIVE down AS (
       SELECT f.id, f.name, f.parent_folder_id, 1 AS level FROM folders f WHERE f.user_id = $1 AND f.parent_folder_id = $2 AND f.trashed_at IS NULL
       UNION ALL SELECT f.id, f.name, f.parent_folder_id, level + 1 FROM folders f JOIN down ON f.parent_folder_id = down.id
         WHERE f.trashed_at IS NULL AND level < 100
     ) SELECT id, name, parent_folder_id AS parent_id FROM down ORDER BY level, lower(name), id`,
    [tx.userId, project.folder_id],
  );
  const inside = [...(project.folder_id ? [project.folder_id] : []), ...folders.map(({ id }) => id)];
  const notes = await tx.query<NoteRow>(
    `SELECT n.id, n.title, n.tags, CASE WHEN n.folder_id = ANY ($2::uuid[]) THEN n.folder_id END AS folder_id FROM notes_v2 n
     WHERE n.user_id = $1 AND n.trashed_at IS NULL AND (n.folder_id = ANY ($2::uuid[]) OR n.id = $3) ORDER BY n.created_at, n.id LIMIT ${MOST_NOTES + 1}`,
    [tx.userId, inside, project.note_id],
  );
  const tasks = await tx.query<ContentTask>(TASKS, [tx.userId, projectId, notes.map(({ id }) => id)]);
  return { project, folders, notes, tasks };
}

const TASKS = `SELECT t.id, t.title, t.description, t.priority, t.category, t.tags, t.parent_id AS "parentId", t.start_date AS "startDate",
    t.due_date AS "dueDate", t.due_time AS "dueTime", t.estimate_minutes AS "estimateMinutes", t.repeat, t.repeat_from AS "repeatFrom",
    t.waits_for AS "waitsFor", t.note_ids AS "noteIds", CASE WHEN t.note_id = ANY ($3::uuid[]) THEN t.note_id END AS "noteId",
    CASE WHEN t.note_id = ANY ($3::uuid[]) THEN t.block_id END AS "blockId"
  FROM tasks t WHERE t.user_id = $1 AND t.trashed_at IS NULL AND (t.id IN ${TASKS_OF_PROJECT("$2::uuid")} OR t.note_id = ANY ($3::uuid[]))
    AND NOT EXISTS (SELECT FROM notes_v2 n WHERE n.id = t.note_id AND n.trashed_at IS NOT NULL)
  ORDER BY t.list_position, t.id LIMIT ${MOST_TASKS + 1}`;
