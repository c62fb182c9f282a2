import { useQuery } from "@tanstack/react-query";
import { t } from "../../../lib/messages/t.ts";
import { api } from "../../../platform/api.ts";
import { sendInvitations } from "./send-invitations.ts";
import { SendDialog } from "./send-question.tsx";

/** Where a notification leads that says of guests that they know nothing of a change yet, or of the end of their event. */
export function TellGuests({ eventId, onClose }: { eventId: string; onClose: () => void }) {
  const { isPending, isError } = useQuery(api.events.get.queryOptions({ input: { eventId } }));
  if (isPending) return null;
  const answer = (isSent: boolean) => {
    onClose();
    if (isSent) void sendInvitations([eventId]);
  };
  const title = isError ? t("Tell the guests that it is canceled?") : t("Send invitations to the guests?");
  const words = isError
    ? t("They get an email that the event doesn't take place.")
    : t("They get an email with this event. You can also send it later.");
  return <SendDialog question={{ title, words, answer }} />;
}
