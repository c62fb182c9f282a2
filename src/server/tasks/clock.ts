import type { Tx } from "../db/client.ts";

/** What the clock of the account's time zone shows, as if it were UTC, and its day. */
export async function clockOfUser(tx: Tx): Promise<{ now: Date; today: string }> {
  // Loaded with the first task: a fifth of a second that a start need not wait for.
  const { clockOf } = await import("#language/wall-clock.ts");
  const [row] = await tx.query<{ zone: string | null }>(
    "SELECT settings->>'timeZone' AS zone FROM user_preferences WHERE user_id = $1",
    [tx.userId],
  );
  const now = clockOf(new Date(), row?.zone ?? undefined);
  return { now, today: now.toISOString().slice(0, 10) };
}
