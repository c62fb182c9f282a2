import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { type Notification, NotificationType } from "#contract/notifications.ts";
import type { Database, Tx } from "../db/client.ts";
import { notFound } from "../failure.ts";
import { recordChange } from "../live/record-change.ts";
import type { Row } from "../db/row.ts";
import type { notifications } from "../db/schema/activity.ts";

const COLUMNS = ["id", "type", "title", "message", "href", "created_at", "read_at"] as const;
type NotificationRow = Row<typeof notifications, typeof COLUMNS>;

const SHOWN = 100;
/** What is older than the newest of these goes: nobody scrolls there, and a loop that reports itself stays harmless. */
const KEPT = 500;

function toNotification(row: NotificationRow): Notification {
  return {
    id: row.id,
    // What another release called otherwise is a message all the same.
    type: NotificationType.catch("info").parse(row.type),
    title: row.title,
    message: row.message,
    href: row.href,
    createdAt: row.created_at.toISOString(),
    isRead: row.read_at !== null,
  };
}

export function listNotifications(
  db: Database,
  userId: string,
): Promise<{ notifications: Notification[]; unread: number }> {
  return db.withUser(userId, async (tx) => {
    const [rows, [count]] = await Promise.all([
      tx.query<NotificationRow>(
        `SELECT ${COLUMNS.join(", ")} FROM notifications
         WHERE user_id = $1 ORDER BY id DESC LIMIT ${SHOWN}`,
        [userId],
        "list-notifications",
      ),
      tx.query<{ unread: number }>(
        "SELECT count(*)::int AS unread FROM notifications WHERE user_id = $1 AND read_at IS NULL",
        [userId],
      ),
    ]);
    return { notifications: rows.map(toNotification), unread: count!.unread };
  });
}

export type NewNotification = {
  type: Notification["type"];
  title: string;
  message: string;
  href?: string | undefined;
  dedupeKey?: string | undefined;
};

/** Keeps a message for the user of the transaction and tells their pages; with a known key it is there already. */
export async function notify(
  tx: Tx,
  { type, title, message, href, dedupeKey }: NewNotification,
): Promise<void> {
  const [row] = await tx.query<{ id: string }>(
    `INSERT INTO notifications (id, user_id, type, title, message, href, dedupe_key)
     VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (user_id, dedupe_key) DO NOTHING RETURNING id`,
    [uuidV7(), tx.userId, type, title, message, href ?? null, dedupeKey ?? null],
  );
  if (!row) return;
  await tx.query(
    `DELETE FROM notifications WHERE user_id = $1 AND id <=
       (SELECT id FROM notifications WHERE user_id = $1 ORDER BY id DESC OFFSET ${KEPT} LIMIT 1)`,
    [tx.userId],
  );
  await recordChange(tx, {
    userId: tx.userId,
    entity: "notification",
    entityId: row.id,
    operation: "insert",
  });
}

export const addNotification = (db: Database, userId: string, notification: NewNotification) =>
  db.withUser(userId, (tx) => notify(tx, notification));

export function markRead(db: Database, userId: string, notificationId: string | undefined): Promise<void> {
  return change(
    db,
    userId,
    notificationId,
    "update",
    `UPDATE notifications SET read_at = coalesce(read_at, now()) WHERE user_id = $1 AND ($2::uuid IS NULL OR id = $2) RETURNING id`,
  );
}

export function removeNotifications(
  db: Database,
  userId: string,
  notificationId: string | undefined,
): Promise<void> {
  return change(
    db,
    userId,
    notificationId,
    "delete",
    `DELETE FROM notifications WHERE user_id = $1 AND ($2::uuid IS NULL OR id = $2) RETURNING id`,
  );
}

async function change(
  db: Database,
  userId: string,
  notificationId: string | undefined,
  operation: "update" | "delete",
  statement: string,
): Promise<void> {
  await db.withUser(userId, async (tx) => {
    const rows = await tx.query(statement, [userId, notificationId ?? null]);
    if (rows.length === 0 && notificationId) throw notFound();
    if (rows.length > 0)
      await recordChange(tx, {
        userId,
        entity: "notification",
        entityId: notificationId ?? userId,
        operation,
      });
  });
}
