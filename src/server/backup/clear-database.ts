import type pg from "pg";
import { tables } from "../db/catalog.ts";

const OWN = (oid: string, owner: string, catalog: string) =>
  `pg_has_role(current_user, ${owner}, 'USAGE')
   AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = '${catalog}'::regclass AND d.objid = ${oid} AND d.deptype = 'e')`;

/** Takes everything of ours out of the database, in the caller's transaction. Extensions stay: they may be a superuser's. */
export async function clearDatabase(owner: pg.ClientBase): Promise<void> {
  await owner.query("DROP SCHEMA IF EXISTS auth CASCADE");
  await owner.query("DROP SCHEMA IF EXISTS drizzle CASCADE");
  const { rows } = await owner.query<{ drop: string }>(
    `SELECT format('DROP %s IF EXISTS public.%I CASCADE',
       CASE c.relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END, c.relname) AS drop
     FROM pg_class c
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'S')
       AND ${OWN("c.oid", "c.relowner", "pg_class")}
     UNION ALL
     SELECT format('DROP ROUTINE IF EXISTS public.%I(%s) CASCADE', p.proname, pg_get_function_identity_arguments(p.oid))
     FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace AND ${OWN("p.oid", "p.proowner", "pg_proc")}
     UNION ALL
     SELECT format('DROP TYPE IF EXISTS public.%I CASCADE', t.typname)
     FROM pg_type t WHERE t.typnamespace = 'public'::regnamespace AND t.typtype IN ('e', 'd') AND ${OWN("t.oid", "t.typowner", "pg_type")}`,
  );
  for (const { drop } of rows) await owner.query(drop);
}

/** Tables in our schemas that no version of Cairn up to this one made. */
export async function foreignTables(owner: pg.ClientBase): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `SELECT n.nspname || '.' || c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p') AND n.nspname IN ('public', 'auth', 'drizzle')
       AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
     ORDER BY 1`,
  );
  return rows.map((row) => row.name).filter((name) => !(name in tables));
}

/** Whether anyone has registered in this database. */
export async function hasAccounts(owner: pg.ClientBase): Promise<boolean> {
  const { rows: found } = await owner.query<{ is: boolean }>(
    "SELECT to_regclass('auth.users') IS NOT NULL AS is",
  );
  if (!found[0]!.is) return false;
  // Where one role owns and serves, forced row-level security would show an empty table.
  await owner.query("SELECT set_config('app.system', 'on', true)");
  const { rows } = await owner.query<{ is: boolean }>("SELECT EXISTS (SELECT FROM auth.users) AS is");
  await owner.query("SELECT set_config('app.system', 'off', true)");
  return rows[0]!.is;
}
