import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import type pg from "pg";

/** The SQL functions of this version, as `functions/<name>.sql` define them. */
export type SqlFunctions = {
  /** One line of revisions.txt for each time they changed: who has more lines is newer. */
  revisions: string[];
  hash: string;
  texts: { name: string; text: string }[];
};

const folder = new URL("./functions/", import.meta.url);

export function readFunctions(): SqlFunctions {
  const files = readdirSync(folder).toSorted();
  const texts = files
    .filter((file) => file.endsWith(".sql"))
    .map((file) => ({
      name: file.slice(0, -".sql".length),
      text: readFileSync(new URL(file, folder), "utf8"),
    }));
  const hash = createHash("sha256")
    .update(texts.map(({ text }) => text).join("\0"))
    .digest("hex")
    .slice(0, 16);
  const revisions = readFileSync(new URL("revisions.txt", folder), "utf8").split("\n").filter(Boolean);
  return { revisions, hash, texts };
}

/**
 * Gives the database the functions of this version, inside the caller's transaction and after all migrations; nothing is
 * done when it has them. Those of a newer version stay: during a rolling update an older node may start after a newer one.
 */
export async function applyFunctions(owner: pg.ClientBase, ours = readFunctions()): Promise<void> {
  await owner.query(
    `CREATE TABLE IF NOT EXISTS drizzle.sql_functions (
       is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only), revision integer NOT NULL, hash text NOT NULL, level bigint NOT NULL)`,
  );
  const { rows } = await owner.query<{ revision: number | null; hash: string | null; is_level: boolean }>(
    `SELECT f.revision, f.hash, f.level = m.level AS is_level
     FROM (SELECT max(created_at) AS level FROM drizzle.__drizzle_migrations) m LEFT JOIN drizzle.sql_functions f ON true`,
  );
  const { revision, hash, is_level: isLevel } = rows[0]!;
  if (revision !== null && revision > ours.revisions.length) return;
  // A migration since then may have created one of them in an earlier form, for a trigger or a policy.
  if (hash === ours.hash && isLevel) return;
  // Bodies name functions that come later in the alphabet; they are looked up when they run.
  await owner.query(
    ["SET LOCAL check_function_bodies = off", ...ours.texts.map(({ text }) => text)].join(";\n"),
  );
  await owner.query(
    `INSERT INTO drizzle.sql_functions (revision, hash, level)
     SELECT $1, $2, max(created_at) FROM drizzle.__drizzle_migrations
     ON CONFLICT (is_only) DO UPDATE SET revision = excluded.revision, hash = excluded.hash, level = excluded.level`,
    [ours.revisions.length, ours.hash],
  );
}
