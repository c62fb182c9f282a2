import type pg from "pg";
import { tables } from "../db/catalog.ts";

const quote = (name: string) =>
  name
    .split(".")
    .map((part) => `"${part}"`)
    .join(".");

/** Something of accounts that lies outside the database, as its noun registered it. */
export type OutsidePart = {
  keys: string;
  remove: (key: string) => Promise<void>;
  isRemovedTwice?: boolean | undefined;
};
/** What of one account lies there. */
export type Leftovers = { part: OutsidePart; keys: string[] }[];

type Account = { userId: string; outside: readonly OutsidePart[] };

/**
 * Deletes every row of a user, of every class, in one transaction: on a sign-in connection that also says whose rows it
 * means, so that no moment knows half of it. Row-level security holds here as everywhere.
 * @returns what is to be removed after it
 */
export function deleteEveryRow(
  pool: pg.Pool,
  { userId, outside }: Account,
  email: string,
): Promise<Leftovers> {
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
    return sweep(client, { userId, outside });
  });
}

/** What a request that was under way at that moment may have written after it. */
export const sweepAgain = (pool: pg.Pool, account: Account): Promise<Leftovers> =>
  asUser(pool, account.userId, (client) => sweep(client, account));

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

async function sweep(client: pg.ClientBase, { userId, outside }: Account): Promise<Leftovers> {
  const left: Leftovers = [];
  for (const part of outside) {
    const { rows } = await client.query<{ key: string }>(part.keys, [userId]);
    left.push({ part, keys: rows.map(({ key }) => key) });
  }
  // Notes last: their trigger still counts words, and what hangs on a note goes with it.
  const owned = Object.entries(tables).filter(([name, { owner }]) => owner && name !== "public.notes_v2");
  for (const [name, { owner }] of [...owned, ["public.notes_v2", { owner: "user_id" }] as const])
    await client.query(`DELETE FROM ${quote(name)} WHERE "${owner}" = $1`, [userId]);
  await client.query("SELECT public.erase_user_rows()");
  return left;
}
