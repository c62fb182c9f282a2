import { useQuery } from "@tanstack/react-query";
import { t } from "../../../lib/messages/t.ts";
import { api } from "../../../platform/api.ts";
import { useIsOffline } from "../../../platform/connection.ts";
import { sendInvitations } from "./send-invitations.ts";
import { useSendQuestion } from "./send-question.tsx";
import type { Telling } from "./told-words.ts";

/** Whether guests can be told now, and the question whether they are. */
export function useTelling() {
  const { ask, dialog } = useSendQuestion();
  const { data: mail } = useQuery(api.attendees.known.queryOptions({ input: {}, staleTime: 60_000 }));
  const isOffline = useIsOffline();
  /** Not where nothing can be sent: the dialog says so, and offers to send it later. */
  const telling: Telling = !mail?.canMail || isOffline ? "later" : mail.isConfirmed ? "asked" : "unconfirmed";
  /** When the change is kept: whoever leaves the question open, or the page, has lost nothing. Answers whether they are told. */
  const askToSend = async (
    eventIds: string[],
    title = t("Send invitations to the guests?"),
    words = t("They get an email with this event. You can also send it later."),
  ): Promise<boolean> => {
    const isSent = telling === "asked" && (await ask(title, words));
    if (isSent) await sendInvitations(eventIds);
    return isSent;
  };
  return { telling, askToSend, dialog };
}
