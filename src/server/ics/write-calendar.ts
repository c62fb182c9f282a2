import type { IcsEvent, IcsTodo } from "./ics.ts";
import { foldLine, nameOf, propertyLine, readProperty } from "./property.ts";
import { writeEventLines } from "./write-event.ts";
import { writeTodoLines } from "./write-todo.ts";
import { zoneLines } from "./write-zone.ts";
import { isZone } from "./zones.ts";

const LINE_END = "\r\n";

export type CalendarToWrite = {
  name?: string | null;
  /** #rrggbb */
  color?: string | null;
  timeZone?: string | null;
  /** Series and their changed instances in any order: they find each other by their UID. */
  events: IcsEvent[];
  todos?: IcsTodo[];
  /** Says when it was written, of entries whose file did not; milliseconds */
  now: number;
};

/** An iCalendar file (RFC 5545) of all that. */
export function writeCalendar({ name, color, timeZone, events, todos = [], now }: CalendarToWrite): string {
  const series = new Map(
    events.filter(({ instance }) => instance === null).map((event) => [event.uid, event]),
  );
  const components = [
    ...events.map((event) => writeEventLines(event, { series: series.get(event.uid) ?? null, now })),
    ...todos.map((todo) => writeTodoLines(todo, now)),
  ];
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Cairn//Cairn//EN",
    "CALSCALE:GREGORIAN",
    // The second is what programs read before RFC 7986.
    ...(name ? [namedText("NAME", name), namedText("X-WR-CALNAME", name)] : []),
    ...(color ? [namedText("X-APPLE-CALENDAR-COLOR", color.toUpperCase())] : []),
    ...(timeZone ? [namedText("X-WR-TIMEZONE", timeZone)] : []),
    ...[...zonesOf(events, todos, components)].flatMap(([zone, year]) => zoneLines(zone, year)),
    ...components.flat(),
    "END:VCALENDAR",
  ];
  return lines.map((line) => foldLine(line) + LINE_END).join("");
}

/** A series with its changed instances, or one event: a file of its own, as CalDAV has them. */
export const writeEvent = (event: IcsEvent, instances: IcsEvent[], now: number): string =>
  writeCalendar({ events: [event, ...instances], now });

/** Text under a name that ical.js does not know, whose value it would not escape. */
const namedText = (name: string, value: string) =>
  propertyLine({ name: "SUMMARY", values: [value] }).replace("SUMMARY", name);

/** The zones that a file names, and the year from which on each is needed. */
function zonesOf(events: IcsEvent[], todos: IcsTodo[], components: string[][]): Map<string, number> {
  const zones = new Map<string, number>();
  const need = (zone: string | null, day: string | null) => {
    if (zone === null || zone === "UTC" || !isZone(zone)) return;
    const year = day === null ? new Date().getUTCFullYear() : Number(day.slice(0, 4));
    zones.set(zone, Math.min(zones.get(zone) ?? year, year));
  };
  for (const { timeZone, date, instance, time } of events) {
    if (time !== null) need(timeZone, date);
    need(timeZone, instance);
  }
  for (const { timeZone, startDate, dueDate } of todos) need(timeZone, startDate ?? dueDate);
  components.forEach((lines, index) => {
    const day = events[index]?.date ?? null;
    for (const line of lines) if (line.includes(";TZID=")) need(zoneNamed(line), day);
  });
  return zones;
}

function zoneNamed(line: string): string | null {
  const zone = nameOf(line) === "" ? undefined : readProperty(line)?.params["tzid"];
  return typeof zone === "string" ? zone : null;
}
