import type { ChatScope, ChatThread } from "#contract/chat.ts";
import { logActivity, quoted } from "../../activity/log-activity.ts";
import type { Database, Tx } from "../../db/client.ts";
import { notFound } from "../../failure.ts";
import { recordChange } from "../../live/record-change.ts";
import { THREAD_COLUMNS, type ThreadRow, toThread } from "./thread-rows.ts";

export type ThreadChange = {
  threadId: string;
  name?: string | undefined;
  folder?: string | undefined;
  scope?: ChatScope | undefined;
  providerId?: string | null | undefined;
  usesTools?: boolean | undefined;
  leafId?: string | undefined;
};

/** @throws Failure NOT_FOUND, also for a leaf of another conversation */
export function updateThread(db: Database, userId: string, change: ThreadChange): Promise<ChatThread> {
  return db.withUser(userId, async (tx) => {
    const { threadId, name, folder, scope, providerId, usesTools, leafId } = change;
    const [row] = await tx.query<ThreadRow>(
      `UPDATE chat_threads t SET name = coalesce($3, name), folder = coalesce($4, folder), scope = coalesce($5::jsonb, scope),
         provider_id = CASE WHEN $6 THEN $7 ELSE provider_id END, leaf_id = coalesce($8, leaf_id), uses_tools = coalesce($9, uses_tools)
       WHERE id = $1 AND user_id = $2 AND trashed_at IS NULL
         AND ($8::uuid IS NULL OR EXISTS (SELECT FROM chat_messages m WHERE m.id = $8 AND m.thread_id = t.id AND m.user_id = $2))
       RETURNING ${THREAD_COLUMNS}`,
      [
        threadId,
        userId,
        name ?? null,
        folder ?? null,
        scope ? JSON.stringify(scope) : null,
        providerId !== undefined,
        providerId ?? null,
        leafId ?? null,
        usesTools ?? null,
      ],
      "update-chat",
    );
    if (!row) throw notFound();
    await tellOfThread(tx, threadId, "update");
    return toThread(row);
  });
}

/** Into the trash. @throws Failure NOT_FOUND */
export function removeThread(db: Database, userId: string, threadId: string): Promise<void> {
  return db.withUser(userId, async (tx) => {
    const [row] = await tx.query<{ name: string }>(
      "UPDATE chat_threads SET trashed_at = now() WHERE id = $1 AND user_id = $2 AND trashed_at IS NULL RETURNING name",
      [threadId, userId],
    );
    if (!row) throw notFound();
    await tellOfThread(tx, threadId, "delete");
    await log(tx, threadId, "chat_deleted", `Deleted the chat ${quoted(row.name)}`);
  });
}

/** Out of it. @throws Failure NOT_FOUND */
export function restoreThread(db: Database, userId: string, threadId: string): Promise<void> {
  return db.withUser(userId, async (tx) => {
    const [row] = await tx.query<{ name: string }>(
      "UPDATE chat_threads SET trashed_at = NULL WHERE id = $1 AND user_id = $2 AND trashed_at IS NOT NULL RETURNING name",
      [threadId, userId],
    );
    if (!row) throw notFound();
    await tellOfThread(tx, threadId, "insert");
    await log(tx, threadId, "chat_restored", `Restored the chat ${quoted(row.name)}`);
  });
}

const log = (tx: Tx, entityId: string, type: "chat_deleted" | "chat_restored", title: string) =>
  logActivity(tx, { type, title, entityType: "chatThread", entityId });

export const tellOfThread = (
  tx: Tx,
  threadId: string,
  operation: "insert" | "update" | "delete",
): Promise<void> =>
  recordChange(tx, { userId: tx.userId, entity: "chatThread", entityId: threadId, operation });
