import type pg from "pg";
import { tables } from "./catalog.ts";
import { systemFunctions, userFunctions } from "./definer-functions.ts";

/**
 * How the installation separates the owner of the tables from the application:
 * `separate`: two roles (the embedded database, or DATABASE_OWNER_URL beside DATABASE_URL);
 * `single`: one role owns everything and serves, so row-level security is forced upon it.
 */
export type RoleMode = "separate" | "single";

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;
const quoteTable = (name: string) => name.split(".").map(quote).join(".");

/** Grants the application role what the catalog allows it, and no more. Repeatable; runs after every migration. */
export async function applyAccess(owner: pg.ClientBase, appRole: string, mode: RoleMode): Promise<void> {
  const role = quote(appRole);
  if (mode === "separate") {
    const functions = [...userFunctions, ...Object.values(systemFunctions)];
    const grants = [
      `GRANT USAGE ON SCHEMA public, auth TO ${role}`,
      `GRANT USAGE ON SEQUENCE public.note_update_ids TO ${role}`,
      `GRANT EXECUTE ON FUNCTION ${functions.map((signature) => `public.${signature}`).join(", ")} TO ${role}`,
    ];
    for (const [name, { class: kind }] of Object.entries(tables)) {
      const verbs = kind === "global" ? "SELECT" : "SELECT, INSERT, UPDATE, DELETE";
      grants.push(`REVOKE ALL ON ${quoteTable(name)} FROM ${role}`);
      if (kind !== "internal") grants.push(`GRANT ${verbs} ON ${quoteTable(name)} TO ${role}`);
    }
    // One string is one transaction, and one fsync: nodes that serve already must not find themselves without rights in between.
    await owner.query(grants.join(";\n"));
    return;
  }
  for (const [name, { class: kind }] of Object.entries(tables)) {
    if (kind === "internal" || kind === "global") continue;
    await owner.query(`ALTER TABLE ${quoteTable(name)} FORCE ROW LEVEL SECURITY`);
    // Forced security binds the definer functions too; those that work across users say so in their own settings.
    await owner.query(`DROP POLICY IF EXISTS system_functions ON ${quoteTable(name)}`);
    await owner.query(
      `CREATE POLICY system_functions ON ${quoteTable(name)} USING (coalesce(current_setting('app.system', true), '') = 'on')`,
    );
  }
}

/**
 * Refuses a role for which row-level security would be void.
 * @throws RoleError naming the role and what to do
 */
export async function verifyAppRole(app: pg.ClientBase): Promise<void> {
  const { rows } = await app.query<{ name: string; exempt: boolean }>(
    "SELECT rolname AS name, rolsuper OR rolbypassrls AS exempt FROM pg_roles WHERE rolname = current_user",
  );
  const role = rows[0];
  if (!role || role.exempt) {
    throw new RoleError(
      `The database role "${role?.name}" ignores row-level security (superuser or BYPASSRLS). Give DATABASE_URL a plain role, ` +
        `for example: CREATE ROLE cairn_app LOGIN PASSWORD '...' NOSUPERUSER NOBYPASSRLS`,
    );
  }
  const open = await app.query<{ name: string }>(
    `SELECT n.nspname || '.' || c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p') AND n.nspname IN ('public', 'auth')
       AND NOT (c.relrowsecurity AND (c.relforcerowsecurity OR NOT pg_has_role(current_user, c.relowner, 'USAGE')))`,
  );
  const unprotected = open.rows
    .map((row) => row.name)
    .filter((name) => !["global", "internal"].includes(tables[name]?.class ?? ""));
  if (unprotected.length > 0) {
    throw new RoleError(
      `Row-level security does not protect ${unprotected.join(", ")} from the role "${role.name}".`,
    );
  }
}

export class RoleError extends Error {}
