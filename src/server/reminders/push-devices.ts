import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import type { Database } from "../db/client.ts";
import { Failure } from "../failure.ts";
import { encrypt, type PushTarget } from "./web-push.ts";

/** Browsers of an account: each gets every message. */
const DEVICES_MAX = 20;

export type Device = { id: string; service: string; lastError: string | null; createdAt: string };
type DeviceRow = { id: string; endpoint: string; last_error: string | null; created_at: Date };

export async function listDevices(db: Database, userId: string): Promise<Device[]> {
  const rows = await db.queryAs<DeviceRow>(
    userId,
    "SELECT id, endpoint, last_error, created_at FROM push_subscriptions WHERE user_id = $1 ORDER BY id",
    [userId],
  );
  return rows.map((row) => ({
    id: row.id,
    service: new URL(row.endpoint).host,
    lastError: row.last_error,
    createdAt: row.created_at.toISOString(),
  }));
}

export type Subscription = { endpoint: string; keys: { p256dh: string; auth: string } };

/** @throws Failure QUOTA_EXCEEDED, INVALID_INPUT */
export async function subscribe(
  db: Database,
  userId: string,
  { endpoint, keys }: Subscription,
): Promise<void> {
  assertKeys(keys);
  const added = await db.queryAs(
    userId,
    `INSERT INTO push_subscriptions AS s (id, user_id, endpoint, p256dh, auth)
     SELECT $1, $2, $3, $4, $5
     WHERE EXISTS (SELECT FROM push_subscriptions WHERE user_id = $2 AND endpoint = $3)
        OR (SELECT count(*) FROM push_subscriptions WHERE user_id = $2) < ${DEVICES_MAX}
     ON CONFLICT (user_id, endpoint) DO UPDATE SET p256dh = excluded.p256dh, auth = excluded.auth, last_error = NULL
     RETURNING id`,
    [uuidV7(), userId, endpoint, keys.p256dh, keys.auth],
  );
  if (added.length === 0)
    throw new Failure(
      "QUOTA_EXCEEDED",
      `${DEVICES_MAX} browsers get push messages already. Turn them off in one you no longer use.`,
    );
}

function assertKeys(keys: Subscription["keys"]): void {
  try {
    encrypt(keys, Buffer.from(""));
  } catch {
    throw new Failure("INVALID_INPUT", "keys: These aren't the keys of a push subscription.");
  }
}

export async function unsubscribe(db: Database, userId: string, endpoint: string): Promise<void> {
  await db.queryAs(userId, "DELETE FROM push_subscriptions WHERE user_id = $1 AND endpoint = $2", [
    userId,
    endpoint,
  ]);
}

/** Null when it is gone meanwhile. */
export async function readDevice(
  db: Database,
  userId: string,
  deviceId: string,
): Promise<(PushTarget & { id: string }) | null> {
  const [row] = await db.queryAs<PushTarget & { id: string }>(
    userId,
    "SELECT id, endpoint, p256dh, auth FROM push_subscriptions WHERE user_id = $1 AND id = $2",
    [userId, deviceId],
  );
  return row ?? null;
}

/** @param lastError null: it got the message */
export async function noteOfDevice(
  db: Database,
  userId: string,
  deviceId: string,
  lastError: string | null,
): Promise<void> {
  await db.queryAs(
    userId,
    "UPDATE push_subscriptions SET last_error = $3 WHERE user_id = $1 AND id = $2 AND last_error IS DISTINCT FROM $3",
    [userId, deviceId, lastError],
  );
}
