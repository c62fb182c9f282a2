import type { CalendarEvent } from "#contract/events.ts";
import { plural } from "../../../lib/messages/plural.ts";
import { t } from "../../../lib/messages/t.ts";
import { api } from "../../../platform/api.ts";
import { tellLasting } from "../rescue/tell-lasting.ts";
import { invitedIn, sendInvitations } from "./send-invitations.ts";

type Untold = { ids: readonly string[]; title: string; /** Of the same change the same. */ key: string };

/** Without the server nobody could be asked whether guests are told: it is asked when the change has come there. */
async function askAbout({ ids, title, key }: Untold): Promise<void> {
  const { canMail, isConfirmed } = await api.attendees.known.call({});
  if (!canMail) return;
  const untold: string[] = [];
  let count = 0;
  for (const eventId of ids) {
    const { unsent } = await api.attendees.list.call({ eventId });
    if (unsent > 0) untold.push(eventId);
    count += unsent;
  }
  const [first] = untold;
  if (first === undefined) return;
  const told = plural(count, {
    one: "{count} guest hasn't been told yet.",
    other: "{count} guests haven't been told yet.",
  });
  tellLasting({
    key: `untold-${key}`,
    type: "info",
    title,
    message: isConfirmed ? told : `${told} ${t("Confirm your email address to send invitations.")}`,
    href: `/app/calendar?tell=${first}`,
    action: isConfirmed
      ? { label: t("Send"), run: () => void sendInvitations(untold) }
      : { label: t("View") },
  });
}

export const askAboutEvents = async (events: readonly CalendarEvent[]): Promise<void> => {
  for (const { id, title, updatedAt, attendees } of events)
    if (attendees.length > 0) await askAbout({ ids: [id], title, key: `${id}-${updatedAt}` });
};

export const askAboutRemoved = (eventId: string): Promise<void> =>
  askAbout({ ids: [eventId], title: t("Event deleted"), key: `${eventId}-removed` });

export async function askAboutCalendar(calendarId: string): Promise<void> {
  const ids = await invitedIn(calendarId);
  await askAbout({ ids, title: t("Calendar deleted with its events"), key: `${calendarId}-removed` });
}
