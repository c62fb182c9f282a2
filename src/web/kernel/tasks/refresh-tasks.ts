import { api, invalidate } from "../../platform/api.ts";
import type { Sent } from "../../platform/send.ts";
import { refreshWhenSettled } from "../refresh-when-settled.ts";

const settling = refreshWhenSettled(["tasks"], () => {
  invalidate(api.tasks.key());
  invalidate(api.trash.key());
  invalidate(api.planning.key());
});

export const refreshTasks = settling.refresh;

/** Sends a change that shows already, and takes it back when the server refuses it; the answer, unless it waits to be sent. */
export async function attempt<Answer>(
  takeBack: () => void,
  work: () => Promise<Sent<Answer>>,
): Promise<Answer | undefined> {
  const sent = await settling.attempt(takeBack, work, ({ how }) => how === "sent");
  return sent.how === "sent" ? sent.answer : undefined;
}
