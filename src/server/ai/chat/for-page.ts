import type { WholeThread } from "#contract/chat.ts";
import { BROWSER } from "#contract/wire/page-model.ts";
import type { Database } from "../../db/client.ts";
import { makesSomething } from "../answers/read-command.ts";
import { readRemember } from "../memory/recall.ts";

/** Whether the model in the asker's browser is to answer: not what is a command, or to be answered without a model. */
export function isForPage({ thread, messages }: WholeThread, answerId: string, isPlain: boolean): boolean {
  if (thread.providerId !== BROWSER || isPlain) return false;
  const answer = messages.find(({ id }) => id === answerId);
  const question = messages.find(({ id }) => id === answer?.parentId)?.text ?? "";
  return !makesSomething(question) && !readRemember(question);
}

/** One page may take it from now on, within the time in which any writer has to be heard of. */
export async function waitForPage(db: Database, userId: string, answerId: string): Promise<void> {
  await db.queryAs(
    userId,
    "UPDATE chat_messages SET page_work = '{}', beat_at = now() WHERE id = $1 AND user_id = $2 AND state = 'running'",
    [answerId, userId],
    "wait-for-page",
  );
}
