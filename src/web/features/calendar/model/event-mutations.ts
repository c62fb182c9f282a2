import type { CalendarEvent, EventScope } from "#contract/events.ts";
import { settle, tellFailed } from "../../../kernel/failed-changes.ts";
import { ChangedSince, undoable, withUndoWaiting } from "../../../kernel/undo.ts";
import { t } from "../../../lib/messages/t.ts";
import { api } from "../../../platform/api.ts";
import { newId } from "../../../platform/ids.ts";
import { errorStatus, failureWords } from "../../../platform/rpc-errors.ts";
import { send, type Sent } from "../../../platform/send.ts";
import { rescueCreated, rescueUpdated } from "../rescue/rescue-events.ts";
import { knownCalendars, usualCalendar } from "./calendars.ts";
import { knownEvent, knownEvents, loadInstances, type Shown, showEvents } from "./event-lists.ts";
import { overwrittenWords } from "./overwritten.ts";
import { refreshEvents, whileChanging } from "./refresh-events.ts";
import { type Telling, toldWords } from "../guests/told-words.ts";
import { aboutOf, calendarName } from "../rescue/keep-words.ts";
import {
  endedBefore,
  type EventFields,
  type NewEvent,
  repeats,
  reshape,
  type Target,
  timesAt,
} from "./reshape.ts";

/** Shows a change and runs it; takes it back when the server refuses it. */
async function attempt<Answer>(shown: Shown, work: () => Promise<Sent<Answer>>): Promise<Answer | undefined> {
  let takeBack = () => {};
  try {
    const result = await whileChanging(async () => {
      takeBack = await showEvents(shown);
      return work();
    });
    if (result.how === "queued") return undefined;
    refreshEvents();
    return result.answer;
  } catch (error) {
    takeBack();
    // What was taken back with it, of other changes and of answers, is asked for.
    refreshEvents();
    throw error;
  }
}

/** An event as it is before the server has answered. */
function blankEvent(id: string, given: NewEvent): CalendarEvent & Pick<NewEvent, "projectId"> {
  const now = new Date().toISOString();
  return {
    calendarId: usualCalendar(knownCalendars())?.id ?? "",
    timeZone: null,
    location: "",
    description: "",
    type: "event",
    tags: [],
    repeat: null,
    exceptDates: [],
    extraDates: [],
    seriesId: null,
    instance: null,
    noteId: null,
    attendees: [],
    isCanceled: false,
    createdAt: now,
    updatedAt: now,
    ...given,
    id,
  };
}

/** What it is about is not there, or no longer to be written to; another try would be refused as well. */
const isClosed = (error: unknown): boolean => [403, 404, 409].includes(errorStatus(error) ?? 0);

/** Whether what was written is kept elsewhere, and said. */
const isRescued = (rescue: () => Promise<boolean>): Promise<boolean> => rescue().catch(() => false);

/** Whether a change has come to the server, or is kept on this device until it can; false where neither is so. */
type Kept = "sent" | "kept" | false;

/** Makes an event, online or not. */
export async function createEvent(given: NewEvent, id = newId(), telling: Telling = "later"): Promise<Kept> {
  // The id comes first: by it, what follows waits for the creation (platform/send.ts).
  const input = { id, ...given };
  const calendar = calendarName(given.calendarId);
  let made: CalendarEvent | undefined;
  try {
    made = await withUndoWaiting(
      attempt({ put: [blankEvent(id, given)], projectId: given.projectId }, () =>
        send(["events", "create"], input, () => api.events.create.call(input), { calendar }),
      ),
    );
  } catch (error) {
    const isElsewhere = given.calendarId !== undefined && isClosed(error);
    if (isElsewhere && (await isRescued(() => rescueCreated(input, calendar)))) return "kept";
    tellFailed(id, failureWords(error, t("Failed to create event")), () => createEvent(given, id, telling));
    return false;
  }
  settle(id);
  const undo = async () => {
    await removeWhole(knownEvent(id) ?? blankEvent(id, given));
  };
  undoable(toldWords("created", given, made ? telling : "later"), undo, {
    name: given.title,
    redo: () => restoreEvent(knownEvent(id) ?? blankEvent(id, given)),
  });
  return made ? "sent" : "kept";
}

async function removeWhole(event: CalendarEvent): Promise<Removed> {
  const changed = [...knownEvents().values()].filter(({ seriesId }) => seriesId === event.id);
  const input = { eventId: event.id };
  const series = event.seriesId === null ? undefined : knownEvents().get(event.seriesId);
  // An instance of its own goes with the one it replaces.
  const put = series ? [{ ...series, exceptDates: [...series.exceptDates, event.instance!] }] : [];
  const about = aboutOf({ event, instance: null });
  return attempt({ put, drop: [event.id, ...changed.map(({ id }) => id)] }, () =>
    send(["events", "remove"], input, () => api.events.remove.call(input), about),
  );
}

async function restoreEvent(event: CalendarEvent): Promise<void> {
  const input = { eventId: event.id };
  await attempt({ put: [event] }, () =>
    send(["events", "restore"], input, () => api.events.restore.call(input)),
  );
}

/** Puts fields of a whole event back, without a word. */
const putFields = (event: CalendarEvent, fields: EventFields) => {
  const input = { eventId: event.id, ...fields };
  return attempt({ put: [{ ...event, ...fields }] }, () =>
    send(["events", "update"], input, () => api.events.update.call(input)),
  );
};

/** What the server keeps of an event beside its name and its series. */
const FIELDS = [
  "calendarId",
  "title",
  "date",
  "time",
  "endDate",
  "endTime",
  "timeZone",
  "location",
  "description",
  "type",
  "tags",
  "repeat",
  "exceptDates",
  "extraDates",
  "noteId",
  "attendees",
] as const satisfies readonly (keyof EventFields)[];

/** Taking back a change sends nothing either. */
const undoneWords = ({ attendees }: CalendarEvent) =>
  attendees.length > 0 ? t("Undone. To tell the guests, open the event and send it.") : undefined;

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

const fieldsBetween = (before: CalendarEvent, after: CalendarEvent) =>
  FIELDS.filter((field) => !same(before[field], after[field]));

/** Puts back what was before, unless somebody changed it again. */
async function putBack(before: CalendarEvent, after: CalendarEvent): Promise<void> {
  const fields = fieldsBetween(before, after);
  await assertUnchanged(after, fields);
  await putFields(after, Object.fromEntries(fields.map((field) => [field, before[field]])) as EventFields);
}

async function assertUnchanged(after: CalendarEvent, fields: readonly (keyof EventFields)[]): Promise<void> {
  const now = await api.events.get
    .call({ eventId: after.id })
    .catch(() => knownEvents().get(after.id) ?? after);
  if (fields.some((field) => !same(now[field], after[field]))) throw new ChangedSince();
}

/** The series has its instance again, and what was parted from it goes. */
async function joinAgain(series: CalendarEvent, parted: CalendarEvent, scope: EventScope): Promise<void> {
  await assertUnchanged(parted, FIELDS);
  const input = { eventId: parted.id, scope: scope === "this" ? ("this" as const) : ("all" as const) };
  await attempt({ drop: [parted.id] }, () =>
    send(["events", "remove"], input, () => api.events.remove.call(input)),
  );
  // The server leaves out the instance whose event goes; the series says that it does not.
  await putFields(series, {
    repeat: series.repeat,
    exceptDates: series.exceptDates,
    extraDates: series.extraDates,
  });
}

/** By the entry of the log: it knows all that a change of a series has touched, and refuses what was changed since. */
async function undoEntry(activityId: string): Promise<void> {
  try {
    await api.activity.undo.call({ activityId });
  } catch (error) {
    throw errorStatus(error) === 409 ? new ChangedSince() : error;
  } finally {
    refreshEvents();
  }
}

type UpdateInput = Parameters<typeof api.events.update.call>[0];

/** What the server is told of a change: with what stood there, to hear of what somebody else has changed. */
function inputOf(target: Target, scope: EventScope, change: EventFields, was: EventFields, newId: string) {
  const { event, instance } = target;
  const looked: EventFields = { ...event, ...timesAt(target), ...was };
  const fields = Object.keys(change) as (keyof EventFields)[];
  const input: UpdateInput = {
    eventId: event.id,
    ...change,
    scope,
    was: Object.fromEntries(fields.map((field) => [field, looked[field]])),
    ...(instance !== null && repeats(event) && { instance }),
    newId,
  };
  return input;
}

type UpdateOptions = {
  words?: string;
  was?: EventFields;
  id?: string;
  telling?: Telling;
};

/** Changes an event, or instances of it; shown at once, with Undo. `words` say what was done. */
export async function updateEvent(
  target: Target,
  scope: EventScope,
  change: EventFields,
  options: UpdateOptions = {},
): Promise<Kept> {
  const { words, was = {}, id = newId(), telling = "later" } = options;
  const { event } = target;
  const again = () => updateEvent(target, scope, change, { ...options, id });
  const { countBefore } = await loadInstances();
  const events = reshape(target, scope, change, id, countBefore);
  const isParted = events.some((one) => one.id === id);
  const input = inputOf(target, scope, change, was, id);
  const about = aboutOf(target);
  const call = () => send(["events", "update"], input, () => api.events.update.call(input), about);
  let answer: Awaited<ReturnType<typeof api.events.update.call>> | undefined;
  try {
    answer = await withUndoWaiting(attempt({ put: events }, call));
  } catch (error) {
    if (!isClosed(error) || !(await isRescued(() => rescueUpdated(input, about))))
      tellFailed(event.id, failureWords(error, t("Failed to update event")), again);
    return false;
  }
  settle(event.id);
  const after = (wanted: string) => [...(answer?.events ?? []), ...events].find((one) => one.id === wanted);
  const activityId = answer?.activityId;
  const undo = async () => {
    if (activityId) await undoEntry(activityId);
    else if (isParted) await joinAgain(event, after(id)!, scope);
    else await putBack(event, after(event.id) ?? event);
    return undoneWords(event);
  };
  const done = toldWords("updated", { ...event, ...change }, answer ? telling : "later");
  undoable(overwrittenWords(answer?.overwritten ?? []) ?? words ?? done, undo, {
    name: event.title,
    redo: again,
  });
  return answer ? "sent" : "kept";
}

/** Into the trash, or instances left out; also without a connection: then it happens when there is one. */
export async function removeEvent(
  target: Target,
  scope: EventScope,
  telling: Telling = "later",
): Promise<Kept> {
  const { event, instance } = target;
  const isPart = instance !== null && repeats(event) && scope !== "all";
  let answer: Removed;
  try {
    answer = await withUndoWaiting(isPart ? leaveOut(target, scope, instance) : removeWhole(event));
  } catch (error) {
    tellFailed(event.id, failureWords(error, t("Failed to delete event")), () =>
      removeEvent(target, scope, telling),
    );
    return false;
  }
  settle(event.id);
  const activityId = answer?.activityId;
  const undo = async () => {
    if (activityId) await undoEntry(activityId);
    else await (isPart ? takeBackEnd(event) : restoreEvent(event));
    return undoneWords(event);
  };
  undoable(toldWords("deleted", event, answer ? telling : "later"), undo, {
    name: event.title,
    redo: () => removeEvent(target, scope, telling),
  });
  return answer ? "sent" : "kept";
}

/** Of what the server has not heard of yet: it follows there. */
async function takeBackEnd(event: CalendarEvent): Promise<void> {
  const { repeat, exceptDates, extraDates } = event;
  await putFields(event, { repeat, exceptDates, extraDates });
}

type Removed = Awaited<ReturnType<typeof api.events.remove.call>> | undefined;

function leaveOut(target: Target, scope: EventScope, instance: string): Promise<Removed> {
  const { event } = target;
  const after =
    scope === "this"
      ? { ...event, exceptDates: [...event.exceptDates, instance] }
      : endedBefore(event, instance);
  const input = { eventId: event.id, instance, scope };
  const call = () => api.events.remove.call(input);
  return attempt({ put: [after] }, () => send(["events", "remove"], input, call, aboutOf(target)));
}
