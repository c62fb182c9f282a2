import type { Template } from "#contract/templates.ts";
import { logActivity, quoted } from "../activity/log-activity.ts";
import type { Database } from "../db/client.ts";
import { Failure, notFound } from "../failure.ts";
import { recordChange } from "../live/record-change.ts";
import type { Row } from "../db/row.ts";
import type { templates } from "../db/schema/templates.ts";

/** More than anybody looks through; a list of all of them is one answer. */
const MOST_TEMPLATES = 200;

const COLUMNS = ["id", "name", "text", "created_at", "updated_at"] as const;
type TemplateRow = Row<typeof templates, typeof COLUMNS>;

const toTemplate = (row: TemplateRow): Template => ({
  id: row.id,
  name: row.name,
  text: row.text,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

export async function listTemplates(db: Database, userId: string): Promise<Template[]> {
  const rows = await db.queryAs<TemplateRow>(
    userId,
    `SELECT ${COLUMNS.join(", ")} FROM note_templates WHERE user_id = $1 ORDER BY lower(name), id`,
    [userId],
    "list-templates",
  );
  return rows.map(toTemplate);
}

/** @throws Failure CONFLICT when the id is another account's, INVALID_INPUT when there are too many */
export function saveTemplate(
  db: Database,
  userId: string,
  { id, name, text }: { id: string; name: string; text: string },
): Promise<Template> {
  return db.withUser(userId, async (tx) => {
    const [known] = await tx.query("SELECT 1 FROM note_templates WHERE id = $1 FOR UPDATE", [id]);
    if (!known) {
      const [{ count } = { count: 0 }] = await tx.query<{ count: number }>(
        "SELECT count(*)::int AS count FROM note_templates WHERE user_id = $1",
        [userId],
      );
      if (count >= MOST_TEMPLATES)
        throw new Failure("INVALID_INPUT", `You already have ${MOST_TEMPLATES} templates. Delete one first.`);
    }
    const [row] = await tx.query<TemplateRow>(
      known
        ? "UPDATE note_templates SET name = $3, text = $4, updated_at = now() WHERE id = $1 AND user_id = $2 RETURNING *"
        : "INSERT INTO note_templates (id, user_id, name, text) VALUES ($1, $2, $3, $4) ON CONFLICT (id) DO NOTHING RETURNING *",
      [id, userId, name, text],
    );
    if (!row) throw new Failure("CONFLICT", "This id is taken. Create another one and try again.");
    await recordChange(tx, {
      userId,
      entity: "template",
      entityId: id,
      operation: known ? "update" : "insert",
    });
    await logActivity(tx, {
      type: known ? "template_updated" : "template_created",
      title: `${known ? "Changed" : "Made"} the template ${quoted(name)}`,
    });
    return toTemplate(row);
  });
}

export function removeTemplate(db: Database, userId: string, templateId: string): Promise<void> {
  return db.withUser(userId, async (tx) => {
    const [row] = await tx.query<{ name: string }>(
      "DELETE FROM note_templates WHERE id = $1 RETURNING name",
      [templateId],
    );
    if (!row) throw notFound();
    await recordChange(tx, { userId, entity: "template", entityId: templateId, operation: "delete" });
    await logActivity(tx, { type: "template_deleted", title: `Deleted the template ${quoted(row.name)}` });
  });
}
