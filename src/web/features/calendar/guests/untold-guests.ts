import type { CalendarEvent } from "#contract/events.ts";
import { plural } from "../../../lib/messages/plural.ts";
import { t } from "../../../lib/messages/t.ts";
import { api } from "../../../platform/api.ts";
import { tellLasting } from "../rescue/tell-lasting.ts";
import { sendInvitations } from "./send-invitations.ts";

/** Without the server nobody could be asked whether guests are told: it is asked when the event has come there. */
export async function askAboutUntold(events: readonly CalendarEvent[]): Promise<void> {
  const { canMail, isConfirmed } = await api.attendees.known.call({});
  for (const { id, title, updatedAt } of events) {
    const { unsent } = await api.attendees.list.call({ eventId: id });
    if (!canMail || unsent === 0) continue;
    const told = plural(unsent, {
      one: "{count} guest hasn't been told yet.",
      other: "{count} guests haven't been told yet.",
    });
    tellLasting({
      key: `untold-${id}-${updatedAt}`,
      type: "info",
      title,
      message: isConfirmed ? told : `${told} ${t("Confirm your email address to send invitations.")}`,
      href: `/app/calendar?event=${id}`,
      action: isConfirmed
        ? { label: t("Send"), run: () => void sendInvitations([id]) }
        : { label: t("View") },
    });
  }
}
