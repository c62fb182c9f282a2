import type { Project, ProjectContent, ProjectTemplate } from "#contract/projects.ts";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import type { Services } from "../../base.ts";
import type { Database, Tx } from "../../db/client.ts";
import { Failure, notFound } from "../../failure.ts";
import { isId } from "../../files/is-id.ts";
import { recordChange } from "../../live/record-change.ts";
import { firstDayOf } from "./days.ts";
import { makeProject } from "./make-project.ts";
import { readContent } from "./read-content.ts";
import { READY } from "./ready.ts";

/** Each holds the notes of a project. */
const MOST_TEMPLATES = 50;

type Deps = Pick<Services, "db" | "collab">;
type Row = { id: string; name: string; content: ProjectContent };

const toTemplate = (id: string, name: string, content: ProjectContent): ProjectTemplate => ({
  id,
  name,
  description: content.description,
  isReady: !isId(id),
  firstDay: firstDayOf(content),
  noteCount: content.notes.length,
  taskCount: content.tasks.length + checkboxesOf(content),
});

/** Those of texts become tasks only where they are used. */
const checkboxesOf = ({ notes }: ProjectContent): number =>
  notes.flatMap(({ format, text }) => (format === "markdown" ? (text.match(/^- \[ \]/gm) ?? []) : [])).length;

/** One's own by name, and those that come with the server. */
export async function listProjectTemplates(db: Database, userId: string): Promise<ProjectTemplate[]> {
  const rows = await db.queryAs<Row>(
    userId,
    // Without the bodies, which nobody asks for here.
    `SELECT id, name, content || jsonb_build_object('notes', (SELECT coalesce(jsonb_agg('{}'::jsonb), '[]') FROM jsonb_array_elements(content->'notes'))) AS content
     FROM project_templates WHERE user_id = $1 ORDER BY lower(name), id`,
    [userId],
    "list-project-templates",
  );
  return [
    ...rows.map(({ id, name, content }) => toTemplate(id, name, content)),
    ...READY.map(({ id, name, content }) => toTemplate(id, name, content)),
  ];
}

/** @throws Failure NOT_FOUND, QUOTA_EXCEEDED */
export async function saveProjectTemplate(
  deps: Deps,
  userId: string,
  { projectId, name }: { projectId: string; name?: string | undefined },
): Promise<ProjectTemplate> {
  const { title, content } = await readContent(deps, userId, projectId);
  const id = uuidV7();
  await deps.db.withUser(userId, async (tx) => {
    await assertRoom(tx);
    await tx.query(
      "INSERT INTO project_templates (id, user_id, name, content) VALUES ($1, $2, $3, $4::jsonb)",
      [id, userId, name ?? title, JSON.stringify(content)],
    );
    await recordChange(tx, { userId, entity: "project", entityId: id, operation: "insert" });
  });
  return toTemplate(id, name ?? title, content);
}

async function assertRoom(tx: Tx): Promise<void> {
  // Of two at once the second counts what the first has made.
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('project templates of ' || $1, 0))", [
    tx.userId,
  ]);
  const [row] = await tx.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM project_templates WHERE user_id = $1",
    [tx.userId],
  );
  if (row!.count >= MOST_TEMPLATES)
    throw new Failure(
      "QUOTA_EXCEEDED",
      `You already have ${MOST_TEMPLATES} templates of projects. Delete one of them first.`,
    );
}

type Use = {
  templateId?: string | undefined;
  projectId?: string | undefined;
  title?: string | undefined;
  startDay?: string | undefined;
};

/** @throws Failure NOT_FOUND, QUOTA_EXCEEDED */
export async function useProjectTemplate(deps: Deps, userId: string, given: Use): Promise<Project> {
  const { name, content } = await contentOf(deps, userId, given);
  return makeProject(deps, userId, content, { title: given.title ?? name, startDay: given.startDay });
}

async function contentOf(deps: Deps, userId: string, { templateId, projectId }: Use) {
  if (projectId !== undefined) {
    const { title, content } = await readContent(deps, userId, projectId);
    return { name: title, content };
  }
  const ready = READY.find(({ id }) => id === templateId);
  if (ready) return ready;
  if (templateId === undefined || !isId(templateId)) throw notFound();
  const [row] = await deps.db.queryAs<Row>(
    userId,
    "SELECT id, name, content FROM project_templates WHERE user_id = $1 AND id = $2",
    [userId, templateId],
  );
  if (!row) throw notFound();
  return row;
}

/** @throws Failure NOT_FOUND */
export function removeProjectTemplate(db: Database, userId: string, templateId: string): Promise<void> {
  return db.withUser(userId, async (tx) => {
    const rows = await tx.query("DELETE FROM project_templates WHERE user_id = $1 AND id = $2 RETURNING id", [
      userId,
      templateId,
    ]);
    if (rows.length === 0) throw notFound();
    await recordChange(tx, { userId, entity: "project", entityId: templateId, operation: "delete" });
  });
}
