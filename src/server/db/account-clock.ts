import { clockOf } from "#language/time-zone.ts";
import type { Tx } from "./client.ts";

/** What the clock of the account's time zone shows, as if it were UTC, and its day. */
export async function clockOfUser(tx: Tx): Promise<{ now: Date; today: string }> {
  const now = clockOf(new Date(), (await zoneOfUser(tx)) ?? undefined);
  return { now, today: now.toISOString().slice(0, 10) };
}

/** The time zone that the account has chosen. */
export async function zoneOfUser(tx: Tx): Promise<string | null> {
  const [row] = await tx.query<{ zone: string | null }>(
    "SELECT settings->>'timeZone' AS zone FROM user_preferences WHERE user_id = $1",
    [tx.userId],
  );
  return row?.zone ?? null;
}
