import { plural } from "../../../lib/messages/plural.ts";
import { t } from "../../../lib/messages/t.ts";
import { api } from "../../../platform/api.ts";
import { downloadText } from "../../../platform/device/download.ts";
import { errorMessage, failureWords } from "../../../platform/rpc-errors.ts";
import { toast } from "../../../ui/toast-store.ts";
import { refreshEvents } from "../model/refresh-events.ts";

/** As many as the server takes at once. */
const TOGETHER = 10;

/** Mails the guests of these events what they do not know yet. */
export async function sendInvitations(eventIds: readonly string[]): Promise<void> {
  let all = 0;
  for (let from = 0; from < eventIds.length; from += TOGETHER) {
    try {
      const { sent } = await api.attendees.send.call({ eventIds: eventIds.slice(from, from + TOGETHER) });
      all += sent;
    } catch (error) {
      const again = () => void sendInvitations(eventIds.slice(from));
      // Why, the server says: an address to confirm, a limit of the day.
      toast.failed(errorMessage(error, t("The guests couldn't be told")), again);
      return refreshEvents();
    }
  }
  if (all > 0) toast.success(plural(all, { one: "{count} email sent", other: "{count} emails sent" }));
  else toast.info(t("The guests know all of this already."));
  refreshEvents();
}

/** For servers without mail: the file is sent by other means. */
export async function saveInvitationFile(eventId: string): Promise<void> {
  try {
    const { ics } = await api.attendees.file.call({ eventId });
    downloadText("invite.ics", ics, "text/calendar");
  } catch (error) {
    toast.failed(failureWords(error, t("The file couldn't be made")), () => void saveInvitationFile(eventId));
  }
}

/** Whether some of them know of the event, or of an earlier form of it. */
export async function knowOfIt(eventId: string): Promise<boolean> {
  const answer = await api.attendees.list.call({ eventId }).catch(() => null);
  return answer?.attendees.some(({ told }) => told !== "never") ?? false;
}

/** Events of a calendar, or of one that was just deleted, whose guests were told of them; none where nobody can say. */
export const invitedIn = (calendarId: string): Promise<string[]> =>
  api.attendees.invited.call({ calendarId }).then(
    ({ eventIds }) => eventIds,
    () => [],
  );
