import { logActivity } from "../../activity/log-activity.ts";
import type { Database } from "../../db/client.ts";
import type { Logger } from "../../platform/log.ts";

/** What was done to an account, for its owner's own log. */
export function createSecurityLog(db: Database, log: Logger) {
  return async (userId: string, title: string): Promise<void> => {
    const about = { entityType: "account", entityId: userId } as const;
    await db
      .withUser(userId, (tx) => logActivity(tx, { type: "settings_updated", title, ...about }))
      .catch((error: unknown) => log.warn({ err: error }, "an activity was not logged"));
  };
}

export type LogSecurityEvent = ReturnType<typeof createSecurityLog>;
