import type { Activity, ActivityType } from "#contract/activity.ts";
import type { Tx } from "../db/client.ts";
import { nextActivityId } from "./activity-id.ts";

export type LoggedActivity = {
  type: ActivityType;
  title: string;
  description?: string;
  entityType?: Activity["entityType"];
  entityId?: string | null;
  metadata?: Record<string, unknown>;
};

/** Values for the eight parameters of `log_activity` and `log_change`. */
export function activityValues(userId: string, activity: LoggedActivity): unknown[] {
  return [
    nextActivityId(),
    userId,
    activity.type,
    activity.title.slice(0, 300).toWellFormed(),
    activity.description ?? "",
    activity.entityType ?? null,
    activity.entityId ?? null,
    JSON.stringify({ actor: userId, ...activity.metadata }),
  ];
}

const EIGHT = "$1::uuid, $2::uuid, $3, $4, $5, $6, $7::uuid, $8::jsonb";

/**
 * Logs what the transaction does, in a savepoint of it: neither exists without the other, and a log that fails disturbs
 * nobody but the server's own log.
 * @returns the id of the entry; null when it could not be logged
 */
export function logActivity(tx: Tx, activity: LoggedActivity): Promise<string | null> {
  return log(tx, "log_activity", activity);
}

/** The same for a change that goes on: joined with the last one of the same thing within half an hour. */
export async function logChange(
  tx: Tx,
  activity: LoggedActivity & { metadata: { changes: Changes } },
): Promise<void> {
  await log(tx, "log_change", activity);
}

/** What a field was and what it is. */
export type Changes = Record<string, { from: unknown; to: unknown }>;

/** @returns the id of the entry; null when there is none */
async function log(
  tx: Tx,
  name: "log_activity" | "log_change",
  activity: LoggedActivity,
): Promise<string | null> {
  const values = activityValues(tx.userId, activity);
  const [row] = await tx.query<{ fault: string | null }>(`SELECT ${name}(${EIGHT}) AS fault`, values, name);
  if (row?.fault) tx.report(new Error(`An activity could not be logged: ${row.fault}`));
  return row?.fault ? null : (values[0] as string);
}

/** How a note is called in the log, whose titles outlive it. */
export const quoted = (title: string) => `"${title.trim() || "Untitled"}"`;
