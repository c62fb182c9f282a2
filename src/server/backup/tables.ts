import type pg from "pg";
import { tables } from "../db/catalog.ts";
import type { RoleMode } from "../db/roles.ts";

/** Tables whose rows stay behind, and why. Whatever else is in the database travels (backup.test.ts compares with the catalog). */
export const LEFT_BEHIND: Record<string, string> = {
  "auth.rate_limits": "counts of the last minutes",
  "public.file_uploads": "uploads under way: the pages that send them begin again",
  "auth.verifications":
    "one-time links that end within the hour; in a stolen backup they would open accounts",
  "public.job_leader": "a node that runs now",
  "public.job_schedules":
    "of other backups, a restored server knows nothing: it cleans up soon after its start",
  "drizzle.__drizzle_migrations": "the manifest names the migrations, and restoring applies them",
  "drizzle.sql_functions": "restoring applies the functions of the Cairn that restores",
};

/** Where rows name a file's key in the storage. */
export const FILE_COLUMNS = [{ table: "public.files", column: "storage_key" }];

export type TravellingTable = { name: string; columns: string[] };

/** Both sides read and write values as text, and must mean the same by it. */
export const TEXT_SETTINGS =
  "SET datestyle = 'ISO, YMD'; SET intervalstyle = 'postgres'; SET extra_float_digits = 1; SET bytea_output = 'hex'; " +
  "SET timezone = 'UTC'; SET client_encoding = 'UTF8'; SET statement_timeout = 0; SET lock_timeout = 0; " +
  "SET idle_in_transaction_session_timeout = 0";

/** Every table of ours with what can be copied of it. At our own level others are not ours; an older level had its own. */
export async function travellingTables(
  owner: pg.ClientBase,
  isOurLevel: boolean,
): Promise<TravellingTable[]> {
  const { rows } = await owner.query<TravellingTable>(
    `SELECT n.nspname || '.' || c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND n.nspname IN ('public', 'auth')
       AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
       AND pg_has_role(current_user, c.relowner, 'USAGE')
       AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
     GROUP BY 1 ORDER BY 1`,
  );
  return rows.filter(({ name }) => !(name in LEFT_BEHIND) && (!isOurLevel || name in tables));
}

/**
 * Lets this session see every row, or fail: never a part of them without a word.
 * @throws Error naming a table that would show only some of its rows
 */
export async function seeEveryRow(owner: pg.ClientBase, mode: RoleMode): Promise<void> {
  if (mode === "separate") {
    // With this off, a query that a policy would thin out is an error.
    await owner.query("SET row_security = off");
    return;
  }
  await owner.query("SET app.system = 'on'");
  const { rows } = await owner.query<{ name: string }>(
    `SELECT n.nspname || '.' || c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname IN ('public', 'auth') AND c.relforcerowsecurity
       AND NOT EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname = 'system_functions')`,
  );
  if (rows.length > 0) {
    const names = rows.map((row) => row.name).join(", ");
    throw new Error(`Row-level security hides rows of ${names}. Start Cairn once, which sets that right.`);
  }
}

export const quoteTable = (name: string): string =>
  name
    .split(".")
    .map((part) => `"${part.replaceAll('"', '""')}"`)
    .join(".");

export const quoteColumns = (columns: string[]): string =>
  columns.map((column) => `"${column.replaceAll('"', '""')}"`).join(", ");
