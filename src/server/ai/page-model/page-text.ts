import type { Database } from "../../db/client.ts";
import { assertMayLeave } from "../assistant/may-leave.ts";
import { type Asked, cleanAnswer, messagesFor } from "../assistant/prompts.ts";
import { sourcesOf } from "../assistant/sources.ts";
import { recordCall } from "../providers/calls.ts";
import { DEVICE } from "./device.ts";
import type { PageMessage } from "./prepare-answer.ts";

type Wanted = Omit<Asked, "sources"> & { noteId?: string | undefined };

/** What the page's model is told about selected text; recorded, as any call. @throws Failure NOT_FOUND, SERVICE_FAILED where a fence forbids it */
export async function prepareText(
  db: Database,
  userId: string,
  { noteId, ...asked }: Wanted,
): Promise<{ callId: string; messages: PageMessage[] }> {
  const sources = asked.instruction ? await sourcesOf(db, userId, asked.instruction) : [];
  const noteIds = [...(noteId ? [noteId] : []), ...sources.map((source) => source.noteId)];
  await assertMayLeave(db, userId, noteIds, "local");
  const messages = messagesFor({ ...asked, sources });
  const callId = await recordCall(db, userId, {
    provider: DEVICE.provider,
    isOperators: false,
    host: DEVICE.host,
    model: DEVICE.name,
    task: "quick",
    passages: messages.length,
    sentBytes: messages.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0),
  });
  return {
    callId,
    messages: messages.flatMap(({ role, text }) => (role === "tool" ? [] : [{ role, text }])),
  };
}

/** Ends the record of its call, too. */
export async function cleanText(
  db: Database,
  userId: string,
  { callId, text }: { callId: string; text: string },
): Promise<string> {
  await db.queryAs(
    userId,
    `UPDATE model_calls SET result = 'ok', received_bytes = $3, took_ms = extract(epoch FROM now() - at) * 1000
     WHERE id = $1 AND user_id = $2 AND host = $4 AND result = 'unfinished'`,
    [callId, userId, Buffer.byteLength(text), DEVICE.host],
    "end-page-text",
  );
  return cleanAnswer(text);
}
