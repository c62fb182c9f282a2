import type { Services } from "../../base.ts";
import { notFound } from "../../failure.ts";
import { tellOfThread } from "./threads.ts";
import { CLOSING, type Wanted, writeAnswer } from "./write-answer.ts";

export type AnswerService = ReturnType<typeof createAnswers>;

/** Answers that this node writes: they go on whether or not anybody looks at them, until they are whole or stopped. */
export function createAnswers(
  deps: Pick<Services, "db" | "collab" | "models" | "log" | "storage" | "config">,
) {
  const running = new Map<string, { controller: AbortController; written: Promise<void> }>();

  return {
    begin(wanted: Wanted): void {
      const controller = new AbortController();
      const written = writeAnswer(deps, wanted, controller).finally(() => running.delete(wanted.answerId));
      running.set(wanted.answerId, { controller, written });
    },

    /** Whichever node writes it: that one sees it in the row. @throws Failure NOT_FOUND */
    async stop(userId: string, answerId: string): Promise<void> {
      const [answer] = await deps.db.queryAs<{ state: string; thread_id: string }>(
        userId,
        "SELECT state, thread_id FROM chat_messages WHERE id = $1 AND user_id = $2",
        [answerId, userId],
        "answer-to-stop",
      );
      if (!answer) throw notFound();
      const own = running.get(answerId);
      if (own) {
        own.controller.abort();
        return own.written;
      }
      await deps.db.withUser(userId, async (tx) => {
        await tx.query(
          "UPDATE chat_messages SET state = 'stopped' WHERE id = $1 AND user_id = $2 AND state = 'running'",
          [answerId, userId],
          "stop-answer",
        );
        await tellOfThread(tx, answer.thread_id, "update");
      });
    },

    /** Before the database is closed: what was written is stored, and said to be interrupted. */
    async close(): Promise<void> {
      const all = [...running.values()];
      for (const { controller } of all) controller.abort(CLOSING);
      await Promise.all(all.map(({ written }) => written));
    },
  };
}
