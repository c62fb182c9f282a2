import type { Services } from "../../base.ts";
import { notFound } from "../../failure.ts";
import { AnswerDraft } from "./answer-draft.ts";
import { tellOfThread } from "./threads.ts";
import { CLOSING, type Wanted, writeAnswer } from "./write-answer.ts";

type Running = Pick<Wanted, "userId" | "threadId"> & {
  draft: AnswerDraft;
  controller: AbortController;
  written: Promise<void>;
};

export type AnswerService = ReturnType<typeof createAnswers>;

/** Answers that this node writes: they go on whether or not anybody looks at them, until they are whole or stopped. */
export function createAnswers(
  deps: Pick<
    Services,
    "db" | "collab" | "models" | "log" | "storage" | "config" | "changeables" | "operatorTools"
  >,
) {
  const running = new Map<string, Running>();

  return {
    begin(wanted: Wanted): void {
      const { userId, threadId, answerId: id } = wanted;
      const controller = new AbortController();
      const draft = new AnswerDraft(deps.db, { userId, threadId, id }, () => controller.abort());
      const written = writeAnswer(deps, wanted, draft, controller).finally(() => running.delete(id));
      running.set(id, { userId, threadId, draft, controller, written });
    },

    /** Stores what there is of a conversation's answers by now: whoever reads it next is not a second behind. Of other nodes nothing. */
    async save(threadId: string): Promise<void> {
      const ofThread = [...running.values()].filter((one) => one.threadId === threadId);
      await Promise.all(ofThread.map(({ draft }) => draft.saveNow()));
    },

    /** Whichever node writes it: that one sees it in the row. @throws Failure NOT_FOUND */
    async stop(userId: string, answerId: string): Promise<void> {
      const own = running.get(answerId);
      if (!own || own.userId !== userId) return stopElsewhere(deps.db, userId, answerId);
      own.controller.abort();
      return own.written;
    },

    /** Before the database is closed: what was written is stored, and said to be interrupted. */
    async close(): Promise<void> {
      const all = [...running.values()];
      for (const { controller } of all) controller.abort(CLOSING);
      await Promise.all(all.map(({ written }) => written));
    },
  };
}

async function stopElsewhere(db: Services["db"], userId: string, answerId: string): Promise<void> {
  await db.withUser(userId, async (tx) => {
    const [answer] = await tx.query<{ thread_id: string }>(
      "SELECT thread_id FROM chat_messages WHERE id = $1 AND user_id = $2",
      [answerId, userId],
      "answer-to-stop",
    );
    if (!answer) throw notFound();
    await tx.query(
      "UPDATE chat_messages SET state = 'stopped' WHERE id = $1 AND user_id = $2 AND state = 'running'",
      [answerId, userId],
      "stop-answer",
    );
    await tellOfThread(tx, answer.thread_id, "update");
  });
}
