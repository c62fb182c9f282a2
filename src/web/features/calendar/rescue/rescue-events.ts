import { t } from "../../../lib/messages/t.ts";
import { api, queryClient } from "../../../platform/api.ts";
import { errorCode, errorMessage, mayPass } from "../../../platform/rpc-errors.ts";
import { refreshEvents } from "../model/refresh-events.ts";
import type { EventFields, NewEvent } from "../model/reshape.ts";
import { type About, calendarName, keepWords, writtenOf } from "./keep-words.ts";
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
  delete fields.projectId;
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
      href: hrefOf(made.id, made.date),
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

/**
 * What was changed of an event that does not take it any more. Where only the calendar that it was moved to is closed, it stays where it
 * is and takes the rest; else the changed words are kept.
 *
 * @returns false when there were none
 */
export async function rescueUpdated(input: UpdateInput, about: About): Promise<boolean> {
  const { eventId, instance, scope, newId: changeId = eventId } = input;
  if (input.calendarId !== undefined && (await isSavedInPlace(input, about))) return true;
  const written = writtenOf(input as EventFields);
  if (Object.keys(written).length === 0) return false;
  // A changed instance is an event of its own, and what was changed of it later names that.
  const id = instance !== undefined && scope !== "all" ? changeId : eventId;
  keepWords({ id, changeId }, about, written);
  refreshEvents();
  return true;
}

/** @throws what passes, such as an unreachable server */
async function isSavedInPlace(input: UpdateInput, { calendar, event }: About): Promise<boolean> {
  const { eventId, calendarId, ...rest } = input;
  const { instance: _, scope: __, newId: ___, was: ____, ...fields } = rest;
  try {
    // Without a field an instance would be parted from its series for nothing.
    await (Object.keys(fields).length > 0
      ? api.events.update.call({ eventId, ...rest })
      : api.events.get.call({ eventId }));
  } catch (error) {
    if (mayPass(error)) throw error;
    return false;
  }
  refreshEvents();
  tellLasting({
    key: `unmoved-${input.newId ?? eventId}`,
    type: "warning",
    title: t("{title} stays in {calendar}", { title: input.title ?? event.title, calendar }),
    message: t(
      "It couldn't be moved to {calendar}. One of the two calendars isn't there or isn't shared with you for editing.",
      {
        calendar: calendarName(calendarId) || t("the calendar you chose"),
      },
    ),
    href: hrefOf(eventId, event.date),
    action: { label: t("View") },
  });
  return true;
}

const hrefOf = (id: string, date: string) => `/app/calendar?view=day&on=${date}&event=${id}`;

/** What somebody deleted and may not delete is there still; that of an event nobody shows them any more, or that is gone, is no news. */
export function rescueRemoved(eventId: string, { event }: About, error: unknown): true {
  refreshEvents();
  if (errorCode(error) === "NOT_FOUND") return true;
  tellLasting({
    key: `undeleted-${eventId}`,
    type: "warning",
    title: t("{title} wasn't deleted", { title: event.title }),
    message: errorMessage(error, t("It is no longer shared with you for editing.")),
    href: hrefOf(eventId, event.date),
    action: { label: t("View") },
  });
  return true;
}
