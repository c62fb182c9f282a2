import { t } from "../../../lib/messages/t.ts";
import { api, queryClient } from "../../../platform/api.ts";
import { mayPass } from "../../../platform/rpc-errors.ts";
import { refreshEvents } from "../model/refresh-events.ts";
import type { EventFields, NewEvent } from "../model/reshape.ts";
import { type About, keepWords, writtenOf } from "./keep-words.ts";
import { tellLasting } from "./tell-lasting.ts";

export type CreateInput = NewEvent & { id: string };
export type UpdateInput = Parameters<typeof api.events.update.call>[0];

/**
 * An event that the calendar of somebody else does not take any more is made in one's own, under its own id: what was changed of it
 * meanwhile follows it there, and made twice it is there once. Refused there as well, its words are kept.
 *
 * @throws what passes, such as an unreachable server
 */
export async function rescueCreated(input: CreateInput, calendar: string): Promise<true> {
  const { id } = input;
  const fields: NewEvent = { ...input };
  delete fields.calendarId;
  delete fields.noteId;
  try {
    const made = await api.events.create.call({ ...fields, id });
    const own = await nameOf(made.calendarId);
    refreshEvents();
    tellLasting({
      key: `rescued-${id}`,
      type: "warning",
      title: t("{title} is now in {calendar}", { title: made.title, calendar: own }),
      message: calendar
        ? t("{calendar} isn't shared with you for editing, so the event was added to your own calendar.", {
            calendar,
          })
        : t("The event was added to your own calendar, because the one you chose isn't there."),
      href: `/app/calendar?view=day&on=${made.date}&event=${made.id}`,
      action: { label: t("View") },
    });
  } catch (error) {
    if (mayPass(error)) throw error;
    keepWords({ id, changeId: id }, { calendar, event: fields }, writtenOf(fields));
  }
  return true;
}

async function nameOf(calendarId: string): Promise<string> {
  const options = { ...api.calendars.list.queryOptions({ input: {} }), staleTime: 0 };
  const { calendars } = await queryClient.fetchQuery(options);
  return calendars.find(({ id }) => id === calendarId)?.name ?? t("your calendar");
}

/** The changed words of an event that can't be changed. False when there were none. */
export async function rescueUpdated(input: UpdateInput, about: About): Promise<boolean> {
  const { eventId: id, newId: changeId = id } = input;
  const written = writtenOf(input as EventFields);
  if (Object.keys(written).length === 0) return false;
  keepWords({ id, changeId }, about, written);
  refreshEvents();
  return true;
}
