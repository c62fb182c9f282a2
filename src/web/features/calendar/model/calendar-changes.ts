import type { Calendar, CalendarColor } from "#contract/calendars.ts";
import { settle, tellFailed } from "../../../kernel/failed-changes.ts";
import { undoable, withUndoWaiting } from "../../../kernel/undo.ts";
import { t } from "../../../lib/messages/t.ts";
import { api, persistQueries, queryClient } from "../../../platform/api.ts";
import { newId } from "../../../platform/ids.ts";
import { failureWords } from "../../../platform/rpc-errors.ts";
import { send, type Sent } from "../../../platform/send.ts";
import { toast } from "../../../ui/toast-store.ts";
import { type Listed, listKey } from "./calendars.ts";
import { knownEvents } from "./event-lists.ts";
import { refreshEvents, whileChanging } from "./refresh-events.ts";

/** Shows a change of the list at once and takes it back when the server refuses it. */
async function change<Answer>(
  shown: (calendars: readonly Calendar[]) => Calendar[],
  work: () => Promise<Sent<Answer>>,
): Promise<void> {
  // Shown before anything is awaited: a box that is ticked must not jump back.
  const before = queryClient.getQueryData<Listed>(listKey());
  queryClient.setQueryData<Listed>(listKey(), { calendars: shown(before?.calendars ?? []) });
  persistQueries(listKey());
  const now = queryClient.getQueryData<Listed>(listKey());
  await queryClient.cancelQueries({ queryKey: listKey() });
  // Canceled, an answer on its way leaves what stood there before it was asked for.
  queryClient.setQueryData<Listed>(listKey(), now);
  try {
    const result = await withUndoWaiting(whileChanging(work));
    if (result.how === "sent") refreshEvents();
  } catch (error) {
    queryClient.setQueryData(listKey(), before);
    persistQueries(listKey());
    refreshEvents();
    throw error;
  }
}

export type NewCalendar = { name: string; color: CalendarColor; url?: string };

/** With an address, one that is subscribed to. */
export async function createCalendar(given: NewCalendar, id = newId()): Promise<void> {
  const now = new Date().toISOString();
  const { name, color, url } = given;
  const subscription = url ? { url, readAt: null, error: null } : null;
  const made = {
    id,
    name,
    color,
    isVisible: true,
    isDefault: false,
    subscription,
    sharedBy: null,
    createdAt: now,
    updatedAt: now,
  };
  const input = { id, ...given };
  try {
    await change(
      (calendars) => [...calendars, made],
      () => send(["calendars", "create"], input, () => api.calendars.create.call(input)),
    );
  } catch (error) {
    tellFailed(id, failureWords(error, t("Failed to create calendar")), () => createCalendar(given, id));
    return;
  }
  settle(id);
  undoable(t("Calendar created"), () => removeQuietly(made), { name });
}

/** Asks the server to read a calendar that is subscribed to now; what is new shows by itself. */
export async function refreshCalendar({ id, name }: Calendar): Promise<void> {
  try {
    await api.calendars.refresh.call({ calendarId: id });
    toast.success(t("Reading {name} again", { name }));
  } catch (error) {
    toast.error(failureWords(error, t("Failed to refresh calendar")));
  }
}

/** Ends what its owner shares; it can be shared again by the owner alone. */
export async function leaveCalendar(calendar: Calendar): Promise<void> {
  const { id, name, sharedBy } = calendar;
  if (!sharedBy) return;
  try {
    await change(
      (calendars) => calendars.filter((one) => one.id !== id),
      async () => ({ how: "sent", answer: await api.sharing.end.call({ shareId: sharedBy.shareId }) }),
    );
    toast.success(t("You left {name}", { name }));
  } catch (error) {
    toast.error(failureWords(error, t("Failed to leave calendar")));
  }
}

type CalendarChange = Partial<Pick<Calendar, "name" | "color" | "isVisible">> & { isDefault?: true };

function put(calendar: Calendar, given: CalendarChange): Promise<void> {
  const input = { calendarId: calendar.id, ...given };
  return change(
    (calendars) =>
      calendars.map((one) => {
        if (one.id === calendar.id) return { ...one, ...given };
        return given.isDefault ? { ...one, isDefault: false } : one;
      }),
    () => send(["calendars", "update"], input, () => api.calendars.update.call(input)),
  );
}

/** Changes a calendar. `words` offer to take it back; what can be seen at once needs none. */
export async function updateCalendar(
  calendar: Calendar,
  given: CalendarChange,
  words?: string,
): Promise<void> {
  try {
    await put(calendar, given);
  } catch (error) {
    const failure = failureWords(error, t("Failed to update calendar"));
    tellFailed(calendar.id, failure, () => updateCalendar(calendar, given, words));
    return;
  }
  settle(calendar.id);
  const { name, color } = calendar;
  const back = {
    ...(given.name !== undefined && { name }),
    ...(given.color !== undefined && { color }),
  };
  if (words) undoable(words, () => put(calendar, back), { name });
}

function removeQuietly(calendar: Calendar, onSent?: () => void): Promise<void> {
  const input = { calendarId: calendar.id };
  return change(
    (calendars) => calendars.filter(({ id }) => id !== calendar.id),
    async () => {
      const result = await send(["calendars", "remove"], input, () => api.calendars.remove.call(input));
      if (result.how === "sent") onSent?.();
      return result;
    },
  );
}

function restoreCalendar(calendar: Calendar): Promise<void> {
  const input = { calendarId: calendar.id };
  return change(
    (calendars) => [...calendars, calendar].toSorted((one, other) => (one.id < other.id ? -1 : 1)),
    () => send(["calendars", "restore"], input, () => api.calendars.restore.call(input)),
  );
}

/** Into the trash, with its events. @returns whether the server knows of it */
export async function removeCalendar(calendar: Calendar): Promise<boolean> {
  const { id, name } = calendar;
  let isSent = false;
  const hasGuests = [...knownEvents().values()].some(
    ({ calendarId, attendees }) => calendarId === id && attendees.length > 0,
  );
  try {
    await removeQuietly(calendar, () => (isSent = true));
  } catch (error) {
    const failure = failureWords(error, t("Failed to delete calendar"));
    tellFailed(id, failure, () => removeCalendar(calendar));
    return false;
  }
  settle(id);
  const words =
    hasGuests && !isSent
      ? t("Calendar deleted with its events. The guests haven't been told.")
      : t("Calendar deleted with its events");
  undoable(words, () => restoreCalendar(calendar), { name });
  return isSent;
}
