import { type Component, decodeCalendar, readComponents } from "./content-lines.ts";
import { Zones } from "./find-zone.ts";
import type { IcsEvent, IcsTodo, Remark } from "./ics.ts";
import { Unreadable } from "./moments.ts";
import { nameOf, readProperty, textOf } from "./property.ts";
import { type ReadEvent, readEvent } from "./read-event.ts";
import { readTodo } from "./read-todo.ts";
import { Remarks } from "./remarks.ts";
import { joinSeries } from "./series.ts";

export const CALENDAR_BYTES_MAX = 10 * 1024 * 1024;
export const CALENDAR_ENTRIES_MAX = 50_000;
const NAME_MAX = 200;

export type ReadCalendar = {
  events: IcsEvent[];
  todos: IcsTodo[];
  /** Of iTIP, in capital letters: what the file is to do. */
  method: string | null;
  calendarName: string | null;
  /** #rrggbb, or a name of CSS */
  calendarColor: string | null;
  /** Of IANA: the one the calendar is shown in. Floating times stay floating. */
  timeZone: string | null;
  /** Entries that were left out */
  skipped: Remark[];
  skippedCount: number;
  /** Of entries that are there: what of them was left out or changed */
  changed: Remark[];
  changedCount: number;
};

/** The file as a whole cannot be read; the message is for people. */
export class UnreadableCalendar extends Error {}

const OTHERS: Record<string, string> = {
  VJOURNAL: "Cairn's calendar keeps no journal entries.",
  VFREEBUSY: "Cairn's calendar keeps no free and busy times.",
};

/**
 * Reads an iCalendar file (RFC 5545) as programs write it. What cannot be read is left out and said; times are those of the file whatever
 * the zone of the server is.
 *
 * @throws {UnreadableCalendar} if it is none, or too large
 */
export function readCalendar(input: string | Uint8Array): ReadCalendar {
  const size = typeof input === "string" ? Buffer.byteLength(input) : input.length;
  if (size > CALENDAR_BYTES_MAX)
    throw new UnreadableCalendar(
      "The file is larger than 10 MB. Export fewer years of the calendar at a time.",
    );
  const text = typeof input === "string" ? input : decodeCalendar(input);
  // Some programs hand out entries without the calendar around them.
  if (!/^\uFEFF?\s*BEGIN:(?:VCALENDAR|VEVENT|VTODO)\s*$/im.test(text.slice(0, 10_000)))
    throw new UnreadableCalendar("This is not a calendar file: it has no line BEGIN:VCALENDAR.");
  const zones = new Zones();
  // First the zones: some programs write them behind what uses them.
  for (const component of readComponents(text)) if (component.name === "VTIMEZONE") zones.define(component);
  return new Reading(zones).read(text);
}

class Reading {
  readonly #zones: Zones;
  readonly #skipped = new Remarks();
  readonly #changed = new Remarks();
  readonly #events: ReadEvent[] = [];
  readonly #todos = new Map<string, IcsTodo>();
  readonly #calendar = {
    name: null as string | null,
    method: null as string | null,
    color: null as string | null,
    zone: null as string | null,
  };
  #count = 0;

  constructor(zones: Zones) {
    this.#zones = zones;
  }

  read(text: string): ReadCalendar {
    for (const component of readComponents(text)) this.#take(component);
    const { name, method, color, zone } = this.#calendar;
    return {
      events: joinSeries(this.#events, this.#skipped),
      todos: [...this.#todos.values()],
      method,
      calendarName: name,
      calendarColor: color,
      timeZone: zone,
      skipped: this.#skipped.list,
      skippedCount: this.#skipped.count,
      changed: this.#changed.list,
      changedCount: this.#changed.count,
    };
  }

  #take(component: Component) {
    if (component.name === "VCALENDAR") return this.#takeCalendar(component);
    if (component.name === "VTIMEZONE") return;
    try {
      if (component.fault !== null) throw new Unreadable(component.fault);
      this.#takeEntry(component);
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      this.#skipped.add({ line: component.line, why: error.message, title: titleOf(component) });
    }
  }

  #takeEntry(component: Component) {
    const { name } = component;
    if (name !== "VEVENT" && name !== "VTODO")
      throw new Unreadable(OTHERS[name] ?? `Cairn's calendar does not know ${name}.`);
    this.#count += 1;
    if (this.#count > CALENDAR_ENTRIES_MAX)
      throw new Unreadable(
        `Only the first ${CALENDAR_ENTRIES_MAX.toLocaleString("en-US")} entries of a file are read.`,
      );
    if (name === "VEVENT") this.#events.push(readEvent(component, this.#zones, this.#changed));
    else {
      const todo = readTodo(component, this.#zones, this.#changed);
      if (this.#todos.has(todo.uid)) throw new Unreadable("Another to-do of this file has the same UID.");
      this.#todos.set(todo.uid, todo);
    }
  }

  #takeCalendar({ properties }: Component) {
    const read = (...names: string[]) => {
      const line = names.flatMap((name) => properties.filter(({ text }) => nameOf(text) === name))[0];
      // Text, whatever its name: of names it does not know ical.js leaves the value as it stands.
      return line ? textOf(readProperty(line.text.replace(/^[^:;]+/, "SUMMARY"))).trim() || null : null;
    };
    this.#calendar.name ??= read("NAME", "X-WR-CALNAME")?.slice(0, NAME_MAX) ?? null;
    this.#calendar.method ??= read("METHOD")?.toUpperCase() ?? null;
    this.#calendar.color ??= colorOf(read("X-APPLE-CALENDAR-COLOR", "COLOR", "X-OUTLOOK-COLOR"));
    const zone = read("TIMEZONE-ID", "X-WR-TIMEZONE");
    const found = zone === null ? null : this.#zones.find(zone);
    this.#calendar.zone ??= found && "zone" in found ? found.zone : null;
  }
}

/** `#FF2968FF` of Apple with its opacity, or a name such as `turquoise`. */
function colorOf(value: string | null): string | null {
  const hex = /^#([0-9a-f]{6})(?:[0-9a-f]{2})?$/i.exec(value ?? "")?.[1];
  if (hex) return `#${hex.toLowerCase()}`;
  return value !== null && /^[a-z]{3,30}$/i.test(value) ? value.toLowerCase() : null;
}

function titleOf({ properties }: Component): string {
  const line = properties.find(({ text }) => nameOf(text) === "SUMMARY");
  return line ? textOf(readProperty(line.text)) : "";
}
