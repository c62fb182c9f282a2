import type { ImportRowKind } from "#contract/imports.ts";
import { tables } from "../db/catalog.ts";
import type { Database } from "../db/client.ts";

/**
 * The ids of those rows of a noun that are there already. The task of a checkbox has an id of its own, made with its note: it is there
 * when this import found the note.
 */
export async function findRows(
  db: Database,
  userId: string,
  importId: string,
  kind: ImportRowKind,
  rows: Record<string, unknown>[],
): Promise<Set<string>> {
  const table = tableOf(kind);
  const there = await db.queryAs<{ id: string }>(
    userId,
    `SELECT id FROM ${table} WHERE id IN (SELECT value::uuid FROM jsonb_array_elements_text($1::jsonb) WHERE value IS NOT NULL)
     UNION SELECT r.id FROM jsonb_to_recordset($2::jsonb) AS r (id uuid, note_id uuid)
       JOIN import_items i ON i.import_id = $3 AND i.user_id = $4 AND i.kind = 'note' AND i.entity_id = r.note_id AND i.outcome = 'present'
       WHERE r.id IS NOT NULL`,
    [
      JSON.stringify(rows.map(({ id }) => id)),
      JSON.stringify(kind === "tasks" ? rows : []),
      importId,
      userId,
    ],
  );
  return new Set(there.map(({ id }) => id));
}

function tableOf(kind: ImportRowKind): string {
  const [name] = Object.entries(tables).find(([, { imported }]) => imported?.as === kind) ?? [];
  if (!name) throw new Error(`No table of catalog.ts is imported as ${kind}`);
  return name;
}
