import { logChange } from "../activity/log-activity.ts";
import type { Tx } from "../db/client.ts";

/** One entry for as long as somebody is at their settings, with the fields they changed and what those are now. */
export function logSettings(tx: Tx, title: string, fields: Record<string, unknown>): Promise<void> {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  const changes = Object.fromEntries(given.map(([field, to]) => [field, { from: null, to }]));
  return logChange(tx, {
    type: "settings_updated",
    title,
    entityType: "workspace",
    entityId: tx.userId,
    metadata: { changes },
  });
}
