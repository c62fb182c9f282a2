import type { ImportRowKind } from "#contract/imports.ts";
import { tables } from "../db/catalog.ts";
import type { Database } from "../db/client.ts";

/** The ids of those rows of a noun that are there already. */
export async function findRows(
  db: Database,
  userId: string,
  kind: ImportRowKind,
  rows: Record<string, unknown>[],
): Promise<Set<string>> {
  const table = tableOf(kind);
  const there = await db.queryAs<{ id: string }>(
    userId,
    `SELECT id FROM ${table} WHERE id IN (SELECT value::uuid FROM jsonb_array_elements_text($1::jsonb) WHERE value IS NOT NULL)`,
    [JSON.stringify(rows.map(({ id }) => id))],
  );
  return new Set(there.map(({ id }) => id));
}

function tableOf(kind: ImportRowKind): string {
  const [name] = Object.entries(tables).find(([, { imported }]) => imported?.as === kind) ?? [];
  if (!name) throw new Error(`No table of catalog.ts is imported as ${kind}`);
  return name;
}
