import { BROWSER } from "#contract/wire/page-model.ts";
import type { Retrieved } from "../../retrieval/retrieve.ts";
import { noteSent, partsFor } from "../chat/ask-model.ts";
import { mindToSent, toSent } from "../chat/passages-told.ts";
import { promptOf } from "../chat/prompt.ts";
import { readThread } from "../chat/thread-rows.ts";
import { branchOf, type Deps } from "../chat/write-answer.ts";
import type { Database } from "../../db/client.ts";
import { recordCall } from "../providers/calls.ts";
import { DEVICE } from "./device.ts";

/** What an answer needs while a page writes it; of its row, so that any node takes the next words. */
export type PageWork = {
  passages: Retrieved[];
  /** As the model said it, citations unchecked: no page is shown it. */
  raw: string;
  callId: string;
  startedAt: number;
};

export type PageMessage = { role: "system" | "user" | "assistant"; text: string };

/**
 * What the page's model is told: the very passages that a local model would get, fences asked. @returns null where it is not, or no longer,
 * for a page to answer
 */
export async function prepareAnswer(
  deps: Omit<Deps, "log">,
  userId: string,
  { answerId, timeZone }: { answerId: string; timeZone: string },
): Promise<PageMessage[] | null> {
  const { db } = deps;
  const threadId = await claim(db, userId, answerId);
  if (!threadId) return null;
  const whole = await readThread(db, userId, threadId);
  const wanted = { userId, threadId, answerId, timeZone, isPlain: false };
  const device = { isLocal: true, host: DEVICE.host };
  const { files, ...branch } = branchOf(whole, answerId);
  const { scope } = whole.thread;
  const fileIds = [...new Set([...(scope.fileIds ?? []), ...files])];
  // It is told words alone, and its page waits for no file that is still read.
  const asked = { ...branch, scope, fileIds, seesPictures: false, signal: null };
  const parts = await partsFor(deps, wanted, device, asked);
  const messages = promptOf(parts);
  const sent = [...parts.passages.map(toSent), ...mindToSent(parts)];
  await noteSent(deps, wanted, DEVICE, sent);
  const callId = await recordCall(db, userId, {
    provider: DEVICE.provider,
    isOperators: false,
    host: DEVICE.host,
    model: DEVICE.name,
    task: "chat",
    passages: messages.length,
    sentBytes: messages.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0),
  });
  const work: PageWork = { passages: [...parts.passages], raw: "", callId, startedAt: Date.now() };
  await db.queryAs(
    userId,
    "UPDATE chat_messages SET page_work = $3, beat_at = now() WHERE id = $1 AND user_id = $2 AND state = 'running'",
    [answerId, userId, JSON.stringify(work)],
    "begin-page-answer",
  );
  // Tools, which have roles of their own, are not given.
  return messages.flatMap(({ role, text }) => (role === "tool" ? [] : [{ role, text }]));
}

/** The first page that asks gets it. */
async function claim(db: Database, userId: string, answerId: string): Promise<string | null> {
  const [row] = await db.queryAs<{ thread_id: string }>(
    userId,
    `UPDATE chat_messages m SET page_work = '{"taken": true}', beat_at = now()
     WHERE id = $1 AND user_id = $2 AND state = 'running' AND page_work = '{}'
       AND EXISTS (SELECT FROM chat_threads t WHERE t.id = m.thread_id AND t.provider_id = $3 AND t.trashed_at IS NULL)
     RETURNING thread_id`,
    [answerId, userId, BROWSER],
    "take-page-answer",
  );
  return row?.thread_id ?? null;
}
