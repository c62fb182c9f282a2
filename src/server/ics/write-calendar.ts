import type { EventToWrite, TodoToWrite } from "./ics.ts";
import { foldLine, nameOf, propertyLine, readProperty } from "./property.ts";
import { writeEventLines } from "./write-event.ts";
import { writeTodoLines } from "./write-todo.ts";
import { zoneLines } from "./write-zone.ts";
import { isZone } from "./zones.ts";

const LINE_END = "\r\n";
const END = "END:VCALENDAR";

type About = {
  /** Of iTIP, in a file that asks or tells somebody something. */
  method?: string;
  name?: string | null;
  /** #rrggbb */
  color?: string | null;
  timeZone?: string | null;
};

export type CalendarToWrite = About & {
  /** Series and their changed instances in any order: they find each other by their UID. */
  events: EventToWrite[];
  todos?: TodoToWrite[];
  /** Components that are written as they came, each with its lines, not folded. */
  more?: string[][];
  /** Says when it was written, of entries whose file did not; milliseconds */
  now: number;
};

/** An iCalendar file (RFC 5545) of all that. */
export function writeCalendar({ events, todos = [], more = [], now, ...about }: CalendarToWrite): string {
  const series = seriesOf(events);
  const components = [
    ...events.map((event) => writeEventLines(event, { series: series.get(event.uid) ?? null, now })),
    ...todos.map((todo) => writeTodoLines(todo, now)),
    ...more,
  ];
  return toText([
    ...headLines(about),
    ...[...zonesOf(events, todos, components)].flatMap(([zone, year]) => zoneLines(zone, year)),
    ...components.flat(),
    END,
  ]);
}

type Written = EventToWrite & {
  /** Milliseconds */
  writtenAt: number;
};

/**
 * The same in parts, for a calendar that is too large to be held as a whole: its head, then some series at a time with all their
 * changed instances, then its end.
 */
export class CalendarParts {
  readonly #defined: Set<string>;
  readonly #firstYear: number;
  readonly head: string;
  readonly end = END + LINE_END;

  /** @param zones those of the events, each with the first year it is needed in */
  constructor(about: About, zones: Map<string, number>) {
    this.#defined = new Set(zones.keys());
    this.#firstYear = Math.min(new Date().getUTCFullYear(), ...zones.values());
    this.head = toText([
      ...headLines(about),
      ...[...zones].filter(([zone]) => isZone(zone)).flatMap(([zone, year]) => zoneLines(zone, year)),
    ]);
  }

  entries(events: Written[]): string {
    const series = seriesOf(events);
    const components = events.map((event) =>
      writeEventLines(event, { series: series.get(event.uid) ?? null, now: event.writtenAt }),
    );
    // What only a kept line names was not known at the head.
    const more = [...zonesOf(events, [], components).keys()].filter((zone) => !this.#defined.has(zone));
    for (const zone of more) this.#defined.add(zone);
    return toText([...more.flatMap((zone) => zoneLines(zone, this.#firstYear)), ...components.flat()]);
  }
}

const seriesOf = (events: EventToWrite[]) =>
  new Map(events.filter(({ instance }) => instance === null).map((event) => [event.uid, event]));

const headLines = ({ method, name, color, timeZone }: About): string[] => [
  "BEGIN:VCALENDAR",
  "VERSION:2.0",
  "PRODID:-//Cairn//Cairn//EN",
  "CALSCALE:GREGORIAN",
  ...(method ? [`METHOD:${method}`] : []),
  // The second is what programs read before RFC 7986.
  ...(name ? [namedText("NAME", name), namedText("X-WR-CALNAME", name)] : []),
  ...(color ? [namedText("X-APPLE-CALENDAR-COLOR", color.toUpperCase())] : []),
  ...(timeZone ? [namedText("X-WR-TIMEZONE", timeZone)] : []),
];

const toText = (lines: string[]): string => lines.map((line) => foldLine(line) + LINE_END).join("");

/** A series with its changed instances, or one event: a file of its own, as CalDAV has them. */
export const writeEvent = (event: EventToWrite, instances: EventToWrite[], now: number): string =>
  writeCalendar({ events: [event, ...instances], now });

/** Text under a name that ical.js does not know, whose value it would not escape. */
const namedText = (name: string, value: string) =>
  propertyLine({ name: "SUMMARY", values: [value] }).replace("SUMMARY", name);

/** The zones that a file names, and the year from which on each is needed. */
function zonesOf(events: EventToWrite[], todos: TodoToWrite[], components: string[][]): Map<string, number> {
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
