import type { AttachedFile, ChatMessage, ChatThread, WholeThread } from "#contract/chat.ts";
import type { Database, Tx } from "../../db/client.ts";
import type { Row } from "../../db/row.ts";
import type { chatMessages, chatThreads } from "../../db/schema/chat.ts";
import { notFound } from "../../failure.ts";

const OF_THREAD = [
  "id",
  "name",
  "folder",
  "scope",
  "provider_id",
  "uses_tools",
  "leaf_id",
  "created_at",
  "updated_at",
] as const;
export const THREAD_COLUMNS = OF_THREAD.join(", ");
export type ThreadRow = Row<typeof chatThreads, typeof OF_THREAD>;

const OF_MESSAGE = [
  "id",
  "parent_id",
  "role",
  "text",
  "reasoning",
  "citations",
  "cited",
  "removed",
  "state",
  "fault",
  "model",
  "tokens_in",
  "tokens_out",
  "cost",
  "action",
  "steps",
  "changeset_id",
  "created_at",
] as const;
type MessageRow = Row<typeof chatMessages, typeof OF_MESSAGE> & { sent: number; attached: AttachedFile[] };

const ATTACHED = `(SELECT coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'name', coalesce(f.name, ''), 'type', coalesce(f.type, ''),
    'isGone', f.id IS NULL OR f.trashed_at IS NOT NULL) ORDER BY a.place), '[]')
  FROM unnest(m.files) WITH ORDINALITY AS a (id, place) LEFT JOIN files f ON f.id = a.id AND f.user_id = m.user_id)`;

/** An answer whose writer was not heard of for so long has none any more. */
export const SILENT_SECONDS = 20;

export const toThread = (row: ThreadRow): ChatThread => ({
  id: row.id,
  name: row.name,
  folder: row.folder,
  scope: row.scope,
  providerId: row.provider_id,
  usesTools: row.uses_tools,
  leafId: row.leaf_id,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

const toMessage = (row: MessageRow): ChatMessage => ({
  id: row.id,
  parentId: row.parent_id,
  role: row.role,
  text: row.text,
  reasoning: row.reasoning,
  citations: row.citations.flatMap((citation, index) => {
    const id = row.cited[index];
    return id ? [{ ...citation, id }] : [];
  }),
  removed: row.removed,
  sent: row.sent,
  files: row.attached,
  state: row.state,
  fault: row.fault ?? null,
  model: row.model ?? null,
  tokensIn: row.tokens_in,
  tokensOut: row.tokens_out,
  cost: row.cost,
  action: row.action ?? null,
  steps: row.steps,
  changesetId: row.changeset_id,
  createdAt: row.created_at.toISOString(),
});

/** The newest first; with words, those that have all of them in their name or in what was said. */
export async function listThreads(
  db: Database,
  userId: string,
  { query = "", before, limit }: { query?: string | undefined; before?: string | undefined; limit: number },
): Promise<ChatThread[]> {
  const words = query.split(/\s+/).filter(Boolean).slice(0, 10);
  const rows = await db.queryAs<ThreadRow>(
    userId,
    `SELECT ${THREAD_COLUMNS} FROM chat_threads
     WHERE user_id = $1 AND trashed_at IS NULL AND ($2::timestamptz IS NULL OR date_trunc('milliseconds', updated_at) < $2)
       AND (cardinality($3::text[]) = 0 OR id IN (SELECT search_chats($3::text[])))
     ORDER BY updated_at DESC LIMIT $4`,
    [userId, before ?? null, words.map((word) => `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`), limit],
    "list-chats",
  );
  return rows.map(toThread);
}

/** @throws Failure NOT_FOUND */
export function readThread(db: Database, userId: string, threadId: string): Promise<WholeThread> {
  return db.withUser(userId, (tx) => wholeThread(tx, threadId));
}

/** Ends answers on the way whose server is gone. @throws Failure NOT_FOUND */
export async function wholeThread(tx: Tx, threadId: string): Promise<WholeThread> {
  const [thread] = await tx.query<ThreadRow>(
    `SELECT ${THREAD_COLUMNS} FROM chat_threads WHERE id = $1 AND user_id = $2 AND trashed_at IS NULL`,
    [threadId, tx.userId],
    "chat",
  );
  if (!thread) throw notFound();
  const select = () =>
    tx.query<MessageRow & { is_silent: boolean }>(
      `SELECT ${OF_MESSAGE.join(", ")}, jsonb_array_length(sent) AS sent, ${ATTACHED} AS attached,
         state = 'running' AND beat_at < now() - interval '${SILENT_SECONDS} seconds' AS is_silent
       FROM chat_messages m WHERE thread_id = $1 AND user_id = $2 ORDER BY id`,
      [threadId, tx.userId],
      "chat-messages",
    );
  let rows = await select();
  if (rows.some((row) => row.is_silent)) {
    await tx.query(
      `UPDATE chat_messages SET state = 'interrupted'
       WHERE thread_id = $1 AND user_id = $2 AND state = 'running' AND beat_at < now() - interval '${SILENT_SECONDS} seconds'`,
      [threadId, tx.userId],
      "interrupt-silent-answers",
    );
    rows = await select();
  }
  return { thread: toThread(thread), messages: rows.map(toMessage) };
}
