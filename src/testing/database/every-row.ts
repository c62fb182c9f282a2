import type { TestDatabase } from "../test-database.ts";

/** How many rows each table has, and a sum of all that they say: whatever is written anywhere changes it. */
export async function everyRow(database: TestDatabase): Promise<Record<string, string>> {
  const tables = await database.asSuperuser<{ name: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind = 'r' AND n.nspname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`,
  );
  const all: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await database.asSuperuser<{ sum: string }>(
      `SELECT count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) AS sum FROM ${name} t`,
    );
    all[name] = row!.sum;
  }
  return all;
}
