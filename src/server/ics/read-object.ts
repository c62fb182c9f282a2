import { type Component, readComponents } from "./content-lines.ts";
import type { IcsEvent, IcsTodo } from "./ics.ts";
import { nameOf } from "./property.ts";
import { type ReadCalendar, readCalendar, UnreadableCalendar } from "./read-calendar.ts";
import { OBJECT_BYTES_MAX, ObjectRefused } from "./stored-object.ts";

/** Of one object: a series whose every instance of years was changed has fewer. */
const ENTRIES_MAX = 1_000;

/** One event with its changed instances, all of one UID. @throws ObjectRefused */
export function readEventObject(text: string): { uid: string; events: IcsEvent[] } {
  const read = readOne(text, "VEVENT");
  assertWhole(read, 0);
  const uids = new Set(read.events.map(({ uid }) => uid));
  const [uid] = uids;
  if (uid === undefined || uids.size > 1)
    throw new ObjectRefused("valid-calendar-object-resource", "An object holds one event, with one UID.");
  return { uid, events: read.events };
}

/** One to-do. @throws ObjectRefused */
export function readTodoObject(text: string): IcsTodo {
  const read = readOne(text, "VTODO");
  assertWhole(read, instancesOfTodo(text).length);
  const [todo] = read.todos;
  if (!todo || read.todos.length > 1)
    throw new ObjectRefused("valid-calendar-object-resource", "An object holds one to-do, with one UID.");
  return todo;
}

/** To-dos that stand for one time of one that repeats, as they came. Cairn keeps the next time only; other programs get theirs back. */
export const instancesOfTodo = (text: string): string[][] =>
  [...readComponents(text)].filter((component) => isInstance(component)).map(linesOf);

const isInstance = ({ name, properties }: Component) =>
  name === "VTODO" && properties.some(({ text }) => nameOf(text) === "RECURRENCE-ID");

const linesOf = ({ name, properties, nested }: Component): string[] => [
  `BEGIN:${name}`,
  ...properties.map(({ text }) => text),
  ...nested.flatMap(({ lines }) => lines),
  `END:${name}`,
];

function readOne(text: string, kind: "VEVENT" | "VTODO"): ReadCalendar {
  if (Buffer.byteLength(text) > OBJECT_BYTES_MAX)
    throw new ObjectRefused("max-resource-size", "An event or a task can be at most 512 KB.");
  if (!/^\uFEFF?\s*BEGIN:VCALENDAR\s*$/im.test(text.slice(0, 1_000)))
    throw new ObjectRefused("valid-calendar-data", "This is no iCalendar object.");
  const entries = (text.match(/^BEGIN:V(?:EVENT|TODO|JOURNAL|FREEBUSY)\s*$/gim) ?? []).map((line) =>
    line.trim().slice(6).toUpperCase(),
  );
  if (entries.length > ENTRIES_MAX)
    throw new ObjectRefused(
      "max-resource-size",
      `An event can have at most ${ENTRIES_MAX} changed instances.`,
    );
  if (entries.some((name) => name !== kind))
    throw new ObjectRefused(
      "supported-calendar-component",
      kind === "VEVENT" ? "This calendar holds events only." : "This collection holds to-dos only.",
    );
  try {
    return readCalendar(text);
  } catch (error) {
    if (!(error instanceof UnreadableCalendar)) throw error;
    throw new ObjectRefused("valid-calendar-data", error.message);
  }
}

/** What a file import says and leaves out, a client would never hear of: it is refused instead. */
function assertWhole({ skipped, skippedCount, changed }: ReadCalendar, expected: number): void {
  if (skippedCount > expected)
    throw new ObjectRefused("valid-calendar-data", skipped[0]?.why ?? "A part of it can't be read.");
  const lost = changed.find(({ why }) => /too long to be kept|than can be kept|can't be read/.test(why));
  if (lost)
    throw new ObjectRefused(
      lost.why.includes("be kept") ? "max-resource-size" : "valid-calendar-data",
      lost.why,
    );
}
