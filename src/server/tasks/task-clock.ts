import type { Due } from "#language/due-in.ts";
import type { Database, Tx } from "../db/client.ts";

/** Loaded with the first task: a fifth of a second that a start need not wait for. */
const dates = () => import("#language/due-in.ts");

async function timeZoneOf(tx: Tx): Promise<string | undefined> {
  const [row] = await tx.query<{ zone: string | null }>(
    "SELECT settings->>'timeZone' AS zone FROM user_preferences WHERE user_id = $1",
    [tx.userId],
  );
  return row?.zone ?? undefined;
}

/** What the words of a title say about when it is due, by the account's clock. */
export async function dueInTitle(tx: Tx, title: string): Promise<Due | null> {
  const { clockOf, dueIn } = await dates();
  return dueIn(title, clockOf(new Date(), await timeZoneOf(tx)));
}

/** The account's day, as YYYY-MM-DD. */
export async function todayOf(db: Database, userId: string): Promise<string> {
  const { clockOf } = await dates();
  const zone = await db.withUser(userId, timeZoneOf);
  return clockOf(new Date(), zone).toISOString().slice(0, 10);
}
