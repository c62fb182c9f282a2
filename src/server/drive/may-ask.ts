import type { BackupPlaceName } from "#contract/drive-backups.ts";
import { consumeAttempt, type Limit } from "../accounts/rate-limit.ts";
import type { Context } from "../base.ts";
import { clientOf } from "./connection.ts";

/** Of what is asked of another server by pressing buttons. */
const BY_HAND: Limit = { max: 120, windowMinutes: 10 };

/** @throws Failure SWITCHED_OFF, RATE_LIMITED */
export async function mayAsk(
  context: Context & { userId: string },
  place: BackupPlaceName = "google",
): Promise<void> {
  if (place === "google") clientOf(context);
  await consumeAttempt(context.db.authPool, `drive:${context.userId}`, BY_HAND);
}
