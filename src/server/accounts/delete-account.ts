import type pg from "pg";
import { tables } from "../db/catalog.ts";

const quote = (name: string) =>
  name
    .split(".")
    .map((part) => `"${part}"`)
    .join(".");

/** What of an account lies outside the database: keys of files, ids of imports that have a folder of their own. */
export type Outside = { files: string[]; imports: string[] };

/** How each kind of it goes, by its key. */
export type Removers = Record<keyof Outside, (key: string) => Promise<void>>;

/**
 * Deletes every row of a user, of every class, in one transaction: on a sign-in connection that also says whose rows it
 * means, so that no moment knows half of it. Row-level security holds here as everywhere.
 * @returns what is to be removed after it
 */
export function deleteEveryRow(pool: pg.Pool, userId: string, email: string): Promise<Outside> {
  return asUser(pool, userId, async (client) => {
    // First, so that none of the account's sessions writes while its rows go.
    await client.query("DELETE FROM auth.users WHERE id = $1", [userId]);
    await client.query("DELETE FROM auth.verifications WHERE value = $1 OR value LIKE $1 || ' %'", [userId]);
    // Not by LIKE: an address may hold underscores, which would forgive the failed tries of others.
    await client.query(
      `DELETE FROM auth.rate_limits USING unnest($1::text[]) AS mine (ending)
       WHERE right(key, length(ending) + 1) = ':' || ending`,
      [[email, userId]],
    );
    await client.query("UPDATE auth.invitations SET email = NULL WHERE email = $1", [email]);
    return sweep(client, userId);
  });
}

/** What a request that was under way at that moment may have written after it. */
export const sweepAgain = (pool: pg.Pool, userId: string): Promise<Outside> =>
  asUser(pool, userId, (client) => sweep(client, userId));

async function asUser<T>(
  pool: pg.Pool,
  userId: string,
  run: (client: pg.ClientBase) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    await client.query("SELECT set_config('app.user_id', $1, true)", [userId]);
    const result = await run(client);
    await client.query("COMMIT");
    return result;
  } catch (error) {
    await client.query("ROLLBACK").catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}

async function sweep(client: pg.ClientBase, userId: string): Promise<Outside> {
  const { rows } = await client.query<{ storage_key: string }>(
    "SELECT storage_key FROM public.files WHERE user_id = $1 UNION ALL SELECT file_key FROM public.file_uploads WHERE user_id = $1",
    [userId],
  );
  const imports = await client.query<{ id: string }>("SELECT id FROM public.imports WHERE user_id = $1", [
    userId,
  ]);
  // Notes last: their trigger still counts words, and what hangs on a note goes with it.
  const owned = Object.entries(tables).filter(([name, { owner }]) => owner && name !== "public.notes_v2");
  for (const [name, { owner }] of [...owned, ["public.notes_v2", { owner: "user_id" }] as const])
    await client.query(`DELETE FROM ${quote(name)} WHERE "${owner}" = $1`, [userId]);
  await client.query("SELECT public.forget_own_traces()");
  return { files: rows.map((row) => row.storage_key), imports: imports.rows.map(({ id }) => id) };
}
