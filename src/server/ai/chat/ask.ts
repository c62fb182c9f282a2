import type { ChatScope, WholeThread } from "#contract/chat.ts";
import { MOST_MESSAGES, MOST_THREADS, THREAD_NAME_MAX } from "#contract/wire/chat-limits.ts";
import { logActivity, quoted } from "../../activity/log-activity.ts";
import type { Database, Tx } from "../../db/client.ts";
import { Failure, notFound } from "../../failure.ts";
import { wholeThread } from "./thread-rows.ts";
import { tellOfThread } from "./threads.ts";

export type NewQuestion = {
  threadId: string;
  id: string;
  answerId: string;
  parentId: string | null;
  text: string;
  scope?: ChatScope | undefined;
  providerId?: string | null | undefined;
  usesTools?: boolean | undefined;
  fileIds?: readonly string[] | undefined;
};

/** What was written down, and whether the answer is still to be begun: a call that is repeated begins none. */
export type Asked = { whole: WholeThread; isNew: boolean };

/** Of all that an account's chats hold: answers, and the passages that went to models for them. */
const BYTES_MAX = 200_000_000;

const tooMany = (what: string) => new Failure("QUOTA_EXCEEDED", what);
const taken = () => new Failure("CONFLICT", "This id is taken. Create another one and try again.");

/** @throws Failure CONFLICT, NOT_FOUND, QUOTA_EXCEEDED */
export function writeQuestion(db: Database, userId: string, question: NewQuestion): Promise<Asked> {
  return db.withUser(userId, async (tx) => {
    const { threadId, id, answerId, parentId, text, fileIds = [] } = question;
    await lockChats(tx);
    if (await isThere(tx, answerId, threadId))
      return { whole: await wholeThread(tx, threadId), isNew: false };
    await ensureThread(tx, question);
    await assertRoom(tx, threadId);
    if (parentId && !(await isThere(tx, parentId, threadId))) throw notFound();
    await assertOwn(tx, fileIds);
    const rows = await tx.query(
      `INSERT INTO chat_messages (id, user_id, thread_id, parent_id, role, text, bytes, files, created_at)
       VALUES ($1, $2, $3, $4, 'user', $5, $6, $7, clock_timestamp()) ON CONFLICT (id) DO NOTHING RETURNING id`,
      [id, userId, threadId, parentId, text, Buffer.byteLength(text), [...new Set(fileIds)]],
      "write-question",
    );
    if (rows.length === 0) throw taken();
    await beginAnswer(tx, { threadId, questionId: id, answerId });
    return { whole: await wholeThread(tx, threadId), isNew: true };
  });
}

/** Another answer to a question that is there. @throws Failure CONFLICT, NOT_FOUND, QUOTA_EXCEEDED */
export function writeAnotherAnswer(
  db: Database,
  userId: string,
  { messageId, answerId }: { messageId: string; answerId: string },
): Promise<Asked> {
  return db.withUser(userId, async (tx) => {
    await lockChats(tx);
    const [question] = await tx.query<{ thread_id: string }>(
      `SELECT m.thread_id FROM chat_messages m JOIN chat_threads t ON t.id = m.thread_id
       WHERE m.id = $1 AND m.user_id = $2 AND m.role = 'user' AND t.trashed_at IS NULL`,
      [messageId, userId],
      "question-to-answer",
    );
    if (!question) throw notFound();
    const threadId = question.thread_id;
    if (await isThere(tx, answerId, threadId))
      return { whole: await wholeThread(tx, threadId), isNew: false };
    await assertRoom(tx, threadId);
    await beginAnswer(tx, { threadId, questionId: messageId, answerId });
    return { whole: await wholeThread(tx, threadId), isNew: true };
  });
}

/** Two devices of one account take turns: there are limits. */
const lockChats = (tx: Tx) =>
  tx.query("SELECT pg_advisory_xact_lock(hashtextextended('chats ' || $1, 0))", [tx.userId]);

/** Of another's file, also one that a shared note shows, nothing is told here. @throws Failure NOT_FOUND */
async function assertOwn(tx: Tx, fileIds: readonly string[]): Promise<void> {
  if (fileIds.length === 0) return;
  const ids = [...new Set(fileIds)];
  const rows = await tx.query(
    "SELECT 1 FROM files WHERE id = ANY ($1::uuid[]) AND user_id = $2 AND trashed_at IS NULL",
    [ids, tx.userId],
    "files-to-attach",
  );
  if (rows.length !== ids.length) throw notFound();
}

async function isThere(tx: Tx, messageId: string, threadId: string): Promise<boolean> {
  const rows = await tx.query(
    "SELECT 1 FROM chat_messages WHERE id = $1 AND thread_id = $2 AND user_id = $3",
    [messageId, threadId, tx.userId],
    "is-message-there",
  );
  return rows.length > 0;
}

async function ensureThread(
  tx: Tx,
  { threadId, text, scope, providerId, usesTools, parentId }: NewQuestion,
): Promise<void> {
  const [known] = await tx.query<{ is_trashed: boolean }>(
    "SELECT trashed_at IS NOT NULL AS is_trashed FROM chat_threads WHERE id = $1 AND user_id = $2",
    [threadId, tx.userId],
    "is-chat-there",
  );
  if (known?.is_trashed) throw notFound();
  if (known) return;
  // What follows something has its conversation.
  if (parentId) throw notFound();
  const [room] = await tx.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM chat_threads WHERE user_id = $1",
    [tx.userId],
  );
  if (room!.count >= MOST_THREADS)
    throw tooMany(`You have ${MOST_THREADS} chats. Delete some, then empty the trash.`);
  const name = nameOf(text);
  const rows = await tx.query(
    `INSERT INTO chat_threads (id, user_id, name, scope, provider_id, uses_tools) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (id) DO NOTHING RETURNING id`,
    [threadId, tx.userId, name, JSON.stringify(scope ?? {}), providerId ?? null, usesTools ?? false],
    "create-chat",
  );
  if (rows.length === 0) throw taken();
  await tellOfThread(tx, threadId, "insert");
  await logActivity(tx, {
    type: "chat_created",
    title: `Began the chat ${quoted(name)}`,
    entityType: "chatThread",
    entityId: threadId,
  });
}

/** The first line of the first question, cut between words. */
export function nameOf(question: string): string {
  const [line = ""] = question.trim().split("\n");
  if (line.length <= 70) return line || question.trim().slice(0, 70);
  const cut = line.slice(0, 70);
  const end = cut.lastIndexOf(" ");
  return `${(end > 30 ? cut.slice(0, end) : cut).toWellFormed()}…`.slice(0, THREAD_NAME_MAX);
}

async function assertRoom(tx: Tx, threadId: string): Promise<void> {
  const [used] = await tx.query<{ messages: number; bytes: number }>(
    `SELECT (SELECT count(*)::int FROM chat_messages WHERE thread_id = $1) AS messages,
       (SELECT coalesce(sum(bytes), 0)::float8 FROM chat_messages WHERE user_id = $2) AS bytes`,
    [threadId, tx.userId],
    "room-for-messages",
  );
  if (used!.messages + 2 > MOST_MESSAGES)
    throw tooMany(`This chat has ${MOST_MESSAGES} messages. Begin a new one.`);
  if (used!.bytes > BYTES_MAX)
    throw tooMany("Your chats are out of space. Delete some, then empty the trash.");
}

async function beginAnswer(
  tx: Tx,
  { threadId, questionId, answerId }: { threadId: string; questionId: string; answerId: string },
): Promise<void> {
  const rows = await tx.query(
    `INSERT INTO chat_messages (id, user_id, thread_id, parent_id, role, state, created_at)
     VALUES ($1, $2, $3, $4, 'assistant', 'running', clock_timestamp()) ON CONFLICT (id) DO NOTHING RETURNING id`,
    [answerId, tx.userId, threadId, questionId],
    "begin-answer",
  );
  if (rows.length === 0) throw taken();
  await tx.query(
    "UPDATE chat_threads SET leaf_id = $2, updated_at = now() WHERE id = $1 AND user_id = $3",
    [threadId, answerId, tx.userId],
    "follow-branch",
  );
  await tellOfThread(tx, threadId, "update");
}
