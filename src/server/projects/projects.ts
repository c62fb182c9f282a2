import type { Project, ProjectColor, ProjectStatus } from "#contract/projects.ts";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { type Changes, logActivity, logChange, quoted } from "../activity/log-activity.ts";
import { clockOfUser } from "../db/account-clock.ts";
import type { Database, Tx } from "../db/client.ts";
import { within } from "../db/within.ts";
import { Failure, notFound } from "../failure.ts";
import { createFolder } from "../folders/folders.ts";
import { recordChange } from "../live/record-change.ts";
import { assertStill } from "../notes/assert-still.ts";
import { assertFolder } from "../notes/assert-folder.ts";
import { putTasks, taskIdsOf } from "../tasks/project-tasks.ts";
import { countFilesOfGuests, countParts, countSharedParts, partIdsOf } from "./project-parts.ts";
import { type ProjectRow, SELECT, type SharedProjectRow, toProject, toSharedProject } from "./project-row.ts";

/** More than anybody looks through; all of them are one answer. */
export const MOST_PROJECTS = 500;

type Fields = {
  title?: string | undefined;
  description?: string | undefined;
  status?: ProjectStatus | undefined;
  color?: ProjectColor | undefined;
  dueDate?: string | null | undefined;
  folderId?: string | null | undefined;
  noteId?: string | null | undefined;
  isShared?: boolean | undefined;
};

export function listProjects(db: Database, userId: string, { status, q }: Which = {}): Promise<Project[]> {
  return db.withUser(userId, async (tx) => {
    const { today } = await clockOfUser(tx);
    const rows = await tx.query<ProjectRow>(
      `${SELECT} AND ${IS_WANTED}
       ORDER BY p.due_date ASC NULLS LAST, lower(p.title), p.id`,
      [userId, today, status ?? null, q?.trim() || null],
      "list-projects",
    );
    const shared = await selectShared(tx, null, today, { status, q });
    return [...rows.map(toProject), ...shared];
  });
}

type Which = { status?: ProjectStatus | undefined; q?: string | undefined };

/** Of a status, $3, and with words in title or description, $4; case and accents do not matter. */
const IS_WANTED = `($3::text IS NULL OR p.status = $3)
  AND ($4::text IS NULL OR strpos(folded(lower(p.title)), folded(lower($4))) > 0
    OR strpos(folded(lower(p.description)), folded(lower($4))) > 0)`;

/** Also one that somebody else shares. @throws Failure NOT_FOUND */
export const getProject = (
  db: Database,
  userId: string,
  projectId: string,
): Promise<Project & { eventCount: number; fileCount: number }> =>
  db.withUser(userId, async (tx) => {
    const { today } = await clockOfUser(tx);
    const [own] = await tx.query<ProjectRow>(`${SELECT} AND p.id = $3`, [tx.userId, today, projectId]);
    if (own)
      return {
        ...toProject(own),
        eventCount: await countParts(tx, "events", projectId),
        fileCount:
          (await countParts(tx, "files", projectId)) +
          (own.is_shared ? await countFilesOfGuests(tx, projectId) : 0),
      };
    const [shared] = await selectShared(tx, projectId, today);
    if (!shared) throw notFound();
    return { ...shared, ...(await countSharedParts(tx, projectId)) };
  });

/** Those that others share with the user. */
async function selectShared(
  tx: Tx,
  projectId: string | null,
  today: string,
  { status, q }: Which = {},
): Promise<Project[]> {
  const rows = await tx.query<SharedProjectRow>(
    `SELECT * FROM projects_shared_with_me($1, $2) AS p WHERE ${IS_WANTED}`,
    [projectId, today, status ?? null, q?.trim() || null],
    "projects-shared-with-me",
  );
  return rows.map(toSharedProject);
}

/** @throws Failure NOT_FOUND */
async function selectProject(tx: Tx, projectId: string): Promise<Project> {
  const { today } = await clockOfUser(tx);
  const [row] = await tx.query<ProjectRow>(`${SELECT} AND p.id = $3`, [tx.userId, today, projectId]);
  if (!row) throw notFound();
  return toProject(row);
}

type NewProject = Fields & { id?: string | undefined; title: string; taskIds?: string[] | undefined };

/**
 * With a folder of its own, unless another is named. Repeated with the same id by its owner, it answers the project that is there.
 * @throws Failure NOT_FOUND for a folder or note that is not one's own, CONFLICT, QUOTA_EXCEEDED
 */
export function createProject(db: Database, userId: string, given: NewProject): Promise<Project> {
  const { id = uuidV7(), title, taskIds = [] } = given;
  return db.withUser(userId, async (tx) => {
    const [known] = await tx.query("SELECT 1 FROM projects WHERE id = $1 AND user_id = $2", [id, userId]);
    if (known) return selectProject(tx, id);
    await assertRoom(tx);
    await assertOwn(tx, given);
    const folderId =
      given.folderId === undefined
        ? (await createFolder(within(db, tx), userId, { name: title, parentId: null })).id
        : given.folderId;
    const { status = "active" } = given;
    const inserted = await tx.query(
      `INSERT INTO projects (id, user_id, title, description, status, color, due_date, folder_id, note_id, completed_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, CASE WHEN $5 = 'completed' THEN now() END) ON CONFLICT (id) DO NOTHING RETURNING id`,
      [
        id,
        userId,
        title,
        given.description ?? "",
        status,
        given.color ?? "gray",
        given.dueDate ?? null,
        folderId,
        given.noteId ?? null,
      ],
    );
    if (inserted.length === 0)
      throw new Failure("CONFLICT", "This id is taken. Create another one and try again.");
    if (taskIds.length > 0) await putTasks(tx, id, taskIds);
    await recordChange(tx, { userId, entity: "project", entityId: id, operation: "insert" });
    await logActivity(tx, {
      ...entityOf(id),
      type: "project_created",
      title: `Created project ${quoted(title)}`,
    });
    return selectProject(tx, id);
  });
}

const entityOf = (entityId: string) => ({ entityType: "project", entityId }) as const;

async function assertRoom(tx: Tx): Promise<void> {
  // Of two at once the second counts what the first has made.
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('projects of ' || $1, 0))", [tx.userId]);
  const [row] = await tx.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM projects WHERE user_id = $1",
    [tx.userId],
  );
  if (row!.count >= MOST_PROJECTS)
    throw new Failure(
      "QUOTA_EXCEEDED",
      `You already have ${MOST_PROJECTS} projects. Delete one of them first.`,
    );
}

async function assertOwn(tx: Tx, { folderId, noteId }: Fields): Promise<void> {
  await assertFolder(tx, folderId);
  if (!noteId) return;
  const rows = await tx.query("SELECT 1 FROM notes_v2 WHERE id = $1 AND user_id = $2", [noteId, tx.userId]);
  if (rows.length === 0) throw new Failure("NOT_FOUND", "This note doesn't exist.");
}

const LOGGED = ["title", "description", "status", "color", "dueDate"] as const;

type Change = Fields & { projectId: string; onlyIf?: Fields | undefined };

/** @throws Failure NOT_FOUND, CONFLICT when it says something else than `onlyIf` by now */
export function updateProject(
  db: Database,
  userId: string,
  { projectId, onlyIf = {}, ...given }: Change,
): Promise<Project> {
  return db.withUser(userId, async (tx) => {
    await tx.query("SELECT 1 FROM projects WHERE id = $1 AND user_id = $2 FOR UPDATE", [projectId, userId]);
    const before = await selectProject(tx, projectId);
    assertStill<Fields>(onlyIf, before);
    await assertOwn(tx, given);
    if (given.isShared && (given.folderId === undefined ? before.folderId : given.folderId) === null)
      throw new Failure("CONFLICT", "This project has no folder to share. Choose one first.");
    const stated = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    const after = { ...before, ...(stated as Partial<Project>) };
    // With another folder come other people: its owner says so anew.
    const isAdrift = before.folderId === null || after.folderId === null;
    if (isAdrift && !given.isShared) after.isShared = false;
    // Those who lose it hear of it while they still see it.
    if (before.isShared && !after.isShared)
      await recordChange(tx, { userId, entity: "project", entityId: projectId, operation: "delete" });
    await tx.query(
      `UPDATE projects SET title = $2, description = $3, status = $4, color = $5, due_date = $6, folder_id = $7, note_id = $8, is_shared = $9,
         completed_at = CASE WHEN $4 = 'completed' THEN coalesce(completed_at, now()) END, updated_at = now()
       WHERE id = $1`,
      [
        projectId,
        after.title,
        after.description,
        after.status,
        after.color,
        after.dueDate,
        after.folderId,
        after.noteId,
        after.isShared,
      ],
    );
    await recordChange(tx, { userId, entity: "project", entityId: projectId, operation: "update" });
    await logUpdate(tx, before, after);
    return selectProject(tx, projectId);
  });
}

async function logUpdate(tx: Tx, before: Project, after: Project): Promise<void> {
  const changed = LOGGED.filter((field) => before[field] !== after[field]);
  const changes: Changes = Object.fromEntries(
    changed.map((field) => [field, { from: before[field], to: after[field] }]),
  );
  if (changed.length > 0)
    await logChange(tx, {
      ...entityOf(before.id),
      type: "project_updated",
      title: `Changed project ${quoted(after.title)}`,
      metadata: { changes },
    });
}

/** Its folder, its page, its tasks, events and files stay. @throws Failure NOT_FOUND */
export function removeProject(
  db: Database,
  userId: string,
  projectId: string,
): Promise<Project & { taskIds: string[]; eventIds: string[]; fileIds: string[] }> {
  return db.withUser(userId, async (tx) => {
    const project = await selectProject(tx, projectId);
    const taskIds = await taskIdsOf(tx, projectId);
    const eventIds = await partIdsOf(tx, "events", projectId);
    const fileIds = await partIdsOf(tx, "files", projectId);
    // Those it is shared with hear of it while they still see it.
    await recordChange(tx, { userId, entity: "project", entityId: projectId, operation: "delete" });
    await tx.query("DELETE FROM projects WHERE id = $1 AND user_id = $2", [projectId, userId]);
    await logActivity(tx, {
      ...entityOf(projectId),
      type: "project_deleted",
      title: `Deleted project ${quoted(project.title)}`,
    });
    return { ...project, taskIds, eventIds, fileIds };
  });
}
