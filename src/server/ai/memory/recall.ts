import type { Database } from "../../db/client.ts";
import type { Reach } from "../../notes/ai-access/reach.ts";
import { tellingWords } from "../../notes/some-words/telling-words.ts";
import { mayGoAgain } from "./may-go-again.ts";

/** What was done in chats before: the specification's session memory, of which the newest are kept and some told. */
const KEPT = 20;
const TOLD = 5;
/** Lasting ones that go along with one question. */
const LASTING_TOLD = 40;
const RESULT_MAX = 400;

/** What a person wanted to be kept in mind, in their own words. */
export type Lasting = { id: string; text: string };
/** A question of another chat, and how it was answered. */
export type Earlier = { id: string; action: string; context: string; result: string; timestamp: string };

type Where = {
  threadId: string;
  /** The folders that the chat keeps to; empty: everything. */
  folderIds: readonly string[];
  /** Whose answers may be told: what went to one address before is no secret from it. */
  host: string;
  reach: Reach;
};

/** Those that hold here and now, the newest first. */
export function lastingMemories(db: Database, userId: string, { folderIds }: Where): Promise<Lasting[]> {
  return db.queryAs<Lasting>(
    userId,
    `SELECT id, text FROM chat_memories
     WHERE user_id = $1 AND (expires_at IS NULL OR expires_at > now()) AND (folder_id IS NULL OR folder_id = ANY ($2::uuid[]))
     ORDER BY id DESC LIMIT ${LASTING_TOLD}`,
    [userId, folderIds],
    "memories-to-tell",
  );
}

/** Up to five of the last twenty questions in other chats that share words with this one, those with the most first. */
export async function earlierQuestions(
  db: Database,
  userId: string,
  question: string,
  { threadId, host, reach }: Where,
): Promise<Earlier[]> {
  const words = new Set(tellingWords(question));
  if (words.size === 0) return [];
  const rows = await db.queryAs<{ id: string; action: string; context: string; result: string; at: Date }>(
    userId,
    `SELECT a.id, q.text AS action, t.name AS context, left(a.text, ${RESULT_MAX}) AS result, q.created_at AS at
     FROM chat_messages a JOIN chat_messages q ON q.id = a.parent_id JOIN chat_threads t ON t.id = a.thread_id
     WHERE a.user_id = $1 AND a.role = 'assistant' AND a.state = 'done' AND a.model ->> 'host' = $3
       AND a.thread_id <> $2 AND t.trashed_at IS NULL
     ORDER BY a.id DESC LIMIT ${KEPT}`,
    [userId, threadId, host],
    "earlier-questions",
  );
  const again = await mayGoAgain(
    db,
    userId,
    rows.map(({ id }) => id),
    reach,
  );
  return rows
    .filter(({ id }) => again.has(id))
    .map((row) => ({ row, shared: tellingWords(row.action).filter((word) => words.has(word)).length }))
    .filter(({ shared }) => shared > 0)
    .toSorted((one, other) => other.shared - one.shared)
    .slice(0, TOLD)
    .map(({ row: { at, ...rest } }) => ({ ...rest, timestamp: at.toISOString() }));
}

/** What a person says to be kept in mind, or null: "remember to" is a reminder, and "do you remember" a question. */
export function readRemember(said: string): string | null {
  const words = /^(?:please\s+)?remember(?:\s+that|:|,)?\s+(?!to\b|the time\b|when\b|me\b)(.{2,})$/is.exec(
    said.trim(),
  )?.[1];
  return words && !words.trim().endsWith("?") ? words.trim() : null;
}
