import { tables } from "../db/catalog.ts";
import type { Database } from "../db/client.ts";
import type { Part } from "./project-scope.ts";

const AT_A_TIME = 100;

/** Tables with rows of one person that say something, with the column that says whose they are. */
export const ownedTables = Object.entries(tables).flatMap(([name, { owner, isDerived }]) =>
  owner && !isDerived ? [{ name, owner }] : [],
);

/** What the sign-in tables tell of a person; what opens an account stays out. */
export const SIGN_IN_ROWS: Record<string, string> = {
  "auth.users": "SELECT id, name, email, email_verified, created_at FROM auth.users t WHERE id = $1",
  "auth.sessions":
    "SELECT id, ip_address, user_agent, created_at, updated_at, expires_at FROM auth.sessions t WHERE user_id = $1",
  "auth.passkeys": "SELECT id, name, rp_id, created_at, last_used_at FROM auth.passkeys t WHERE user_id = $1",
};

const quote = (name: string) =>
  name
    .split(".")
    .map((part) => `"${part}"`)
    .join(".");

/** Columns that open something, wherever there is one: published pages, what rings in a browser, app passwords, keys of other services. */
const OPENS =
  "{password_hash,endpoint,p256dh,auth,token_hash,family_hash,refresh_hash,secret_hash,sealed_key,sealed_refresh,sealed_access,sealed_password}";

type KeyColumn = { name: string; type: string };

/**
 * All rows of a person in a table as lines of JSON, bytes as PostgreSQL's hex. Read page by page along the primary key, each in
 * a transaction of its own: whoever downloads slowly keeps nobody waiting.
 */
export async function* rowsOf(
  db: Database,
  userId: string,
  { name, owner }: { name: string; owner: string },
  part?: Part,
): AsyncGenerator<string> {
  const keys = await db.queryAs<KeyColumn>(
    userId,
    `SELECT a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type FROM pg_index i
     JOIN LATERAL unnest(i.indkey::int2[]) WITH ORDINALITY AS k(num, place) ON true
     JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.num
     WHERE i.indrelid = $1::regclass AND i.indisprimary ORDER BY k.place`,
    [name],
  );
  const columns = keys.map((key) => `t."${key.name}"`).join(", ");
  const places = keys.map((key, index) => `$${index + 4}::text::${key.type}`).join(", ");
  // The places of a part's ids stand there without one, too: each value of a query has to be named.
  const only = part ? `AND ${part.of} = ANY ($2::uuid[])` : "";
  const named = (sql: string) => sql.replaceAll("IDS", "$2::uuid[]").replaceAll("ALSO", "$3::uuid[]");
  const written = named(part?.row ?? "to_jsonb(t)");
  const from = named(part?.from ?? quote(name));
  let last: string[] | null = null;
  for (;;) {
    const rows: { row: string; key: string[] }[] = await db.queryAs(
      userId,
      `SELECT ((${written}) - '${OPENS}'::text[])::text AS row, ARRAY[${keys.map((key) => `t."${key.name}"::text`).join(", ")}] AS key
       FROM ${from} t WHERE t."${owner}" = $1 AND $2::uuid[] IS NOT DISTINCT FROM $2 AND $3::uuid[] IS NOT DISTINCT FROM $3 ${only} ${last ? `AND (${columns}) > (${places})` : ""}
       ORDER BY ${columns} LIMIT ${AT_A_TIME}`,
      [userId, part?.ids ?? null, part?.also ?? null, ...(last ?? [])],
    );
    for (const { row } of rows) yield `${row}\n`;
    if (rows.length < AT_A_TIME) return;
    last = rows.at(-1)!.key;
  }
}

export async function* signInRowsOf(db: Database, userId: string, name: string): AsyncGenerator<string> {
  const { rows } = await db.authPool.query<{ row: string }>(
    `SELECT to_jsonb(r)::text AS row FROM (${SIGN_IN_ROWS[name]}) r`,
    [userId],
  );
  for (const { row } of rows) yield `${row}\n`;
}
