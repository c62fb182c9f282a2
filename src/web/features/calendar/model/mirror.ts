import { addDays } from "#language/moment.ts";
import type { Attendee, CalendarEvent, EventInstance } from "#contract/events.ts";
import { PRODUCT } from "../../../lib/product.ts";
import { local } from "../../../platform/local.ts";
import type { Period } from "./periods.ts";
import type { Listed } from "./event-lists.ts";

/** The specification's key and shape: what is about to happen, there at once and without the server. */
const KEY = `${PRODUCT.toLowerCase()}-ai-calendar-events`;
const BACK_DAYS = 31;
const AHEAD_DAYS = 365;
/** Local storage has room for about five million letters, and not for us alone. */
const MOST_LETTERS = 1_500_000;

/** The days that are kept. */
export const mirrorPeriod = (today: string): Period => ({
  from: addDays(today, -BACK_DAYS),
  to: addDays(today, AHEAD_DAYS),
});

/** An event as the specification stores it, and what else is needed to draw it. */
type Mirrored = Omit<CalendarEvent, "time"> & {
  time?: string;
  instances: Omit<EventInstance, "eventId">[];
};

export function writeMirror({ events, instances }: Listed): void {
  const times = Map.groupBy(instances, ({ eventId }) => eventId);
  const list: Mirrored[] = events.map(({ time, ...event }) => ({
    ...event,
    ...(time !== null && { time }),
    instances: (times.get(event.id) ?? []).map(({ instance, start, end }) => ({ instance, start, end })),
  }));
  const text = nearest(list);
  if (text !== local.get(KEY)) local.set(KEY, text);
}

/** Leaves out events of calendars that are no longer shared. */
export function dropMirrored(calendarIds: ReadonlySet<string>): void {
  const { events, instances } = readMirror();
  if (events.some(({ calendarId }) => calendarIds.has(calendarId)))
    writeMirror({
      events: events.filter(({ calendarId }) => !calendarIds.has(calendarId)),
      instances,
      isTruncated: false,
    });
}

/** As much of it as there is room for: what is soon, and then what was not long ago. */
function nearest(list: Mirrored[]): string {
  const now = Date.now();
  const distance = ({ date, instances }: Mirrored) =>
    Math.min(
      ...[date, ...instances.map(({ start }) => start)].map((start) => Math.abs(Date.parse(start) - now)),
    );
  const texts = list
    .map((entry) => ({ far: distance(entry), text: JSON.stringify(entry) }))
    .toSorted((one, other) => one.far - other.far)
    .map(({ text }) => text);
  let letters = 2;
  const kept = texts.filter((text) => (letters += text.length + 1) <= MOST_LETTERS);
  return `[${kept.join(",")}]`;
}

const isMoment = (value: unknown): value is string =>
  typeof value === "string" &&
  /^\d{4}-\d\d-\d\d(T\d\d:\d\d)?$/.test(value) &&
  !Number.isNaN(Date.parse(value));

const textOf = (value: unknown) => (typeof value === "string" ? value : "");
const textOrNull = (value: unknown) => (typeof value === "string" ? value : null);
const momentsOf = (value: unknown) => (Array.isArray(value) ? value.filter(isMoment) : []);

function attendeeOf(entry: unknown): Attendee[] {
  if (typeof entry !== "object" || !entry) return [];
  const { email, name, isOptional } = entry as Record<string, unknown>;
  return textOf(email)
    ? [{ email: textOf(email), name: textOrNull(name), isOptional: isOptional === true }]
    : [];
}

/** Also what another program wrote there: an entry may have no more than an id, a title and a date. */
function readEntry(
  entry: Record<string, unknown>,
): { event: CalendarEvent; instances: EventInstance[] } | null {
  const { id, date } = entry;
  if (!isMoment(date)) return null;
  const time = isMoment(`2000-01-01T${textOf(entry["time"])}`) ? textOf(entry["time"]) : null;
  const event: CalendarEvent = {
    id: String(id),
    calendarId: textOf(entry["calendarId"]),
    title: textOf(entry["title"]),
    date: date.slice(0, 10),
    time,
    endDate: isMoment(entry["endDate"]) ? entry["endDate"] : date.slice(0, 10),
    endTime: time && (textOrNull(entry["endTime"]) ?? time),
    timeZone: textOrNull(entry["timeZone"]),
    location: textOf(entry["location"]),
    description: textOf(entry["description"]),
    type: textOf(entry["type"]) || "event",
    tags: Array.isArray(entry["tags"]) ? entry["tags"].map(textOf) : [],
    repeat: textOrNull(entry["repeat"]),
    exceptDates: momentsOf(entry["exceptDates"]),
    extraDates: momentsOf(entry["extraDates"]),
    seriesId: textOrNull(entry["seriesId"]),
    instance: textOrNull(entry["instance"]),
    noteId: textOrNull(entry["noteId"]),
    attendees: Array.isArray(entry["attendees"]) ? entry["attendees"].flatMap(attendeeOf) : [],
    isCanceled: entry["isCanceled"] === true,
    createdAt: textOf(entry["createdAt"]),
    updatedAt: textOf(entry["updatedAt"]),
  };
  const kept = Array.isArray(entry["instances"]) ? (entry["instances"] as EventInstance[]) : null;
  const own = { instance: null, start: time ? `${event.date}T${time}` : event.date, end: event.endDate };
  const instances = (kept ?? [time ? { ...own, end: `${event.endDate}T${event.endTime}` } : own]).filter(
    ({ start, end }) => isMoment(start) && isMoment(end),
  );
  return { event, instances: instances.map((instance) => ({ ...instance, eventId: event.id })) };
}

/** What is kept; entries whose date cannot be read are left out and counted. */
export function readMirror(): Listed & { unreadable: number } {
  const read: Listed & { unreadable: number } = {
    events: [],
    instances: [],
    isTruncated: false,
    unreadable: 0,
  };
  let list: unknown;
  try {
    list = JSON.parse(local.get(KEY) ?? "[]");
  } catch {
    return read;
  }
  for (const entry of Array.isArray(list) ? list : []) {
    const found = typeof entry === "object" && entry ? readEntry(entry as Record<string, unknown>) : null;
    if (!found) {
      read.unreadable += 1;
      continue;
    }
    read.events.push(found.event);
    read.instances.push(...found.instances);
  }
  return read;
}

/** The last answers, so that the same days give the same list. */
const answers = new Map<string, { text: string | null; listed: Listed | undefined }>();

/** The part of it that lies in these days. */
export function mirrored(period: Period): Listed | undefined {
  const text = local.get(KEY);
  const key = `${period.from} ${period.to}`;
  const known = answers.get(key);
  if (known?.text === text) return known?.listed;
  const listed = within(period);
  answers.set(key, { text, listed });
  return listed;
}

function within({ from, to }: Period): Listed | undefined {
  const { events, instances } = readMirror();
  const those = instances.filter(({ start, end }) => start.slice(0, 10) <= to && end.slice(0, 10) >= from);
  if (those.length === 0) return undefined;
  const ids = new Set(those.map(({ eventId }) => eventId));
  return { events: events.filter(({ id }) => ids.has(id)), instances: those, isTruncated: false };
}
