import { isEventRule } from "#contract/shared/repeat-rule.ts";
import type { Component } from "./content-lines.ts";
import { Entry } from "./entry.ts";
import type { Zones } from "./find-zone.ts";
import type { IcsEvent } from "./ics.ts";
import {
  addDays,
  fromWall,
  inZone,
  instantOf,
  isDay,
  type Moment,
  toMinute,
  Unreadable,
  wall,
} from "./moments.ts";
import { parameter, type Property, secondsOf, textOf } from "./property.ts";
import type { Remarks } from "./remarks.ts";
import { readRule } from "./rules.ts";
import { alarmsOf, remindersOf } from "./alarms.ts";

/** What is read; everything else is kept as it stands. */
const UNDERSTOOD = new Set(
  "UID SUMMARY DTSTART DTEND DURATION LOCATION DESCRIPTION RRULE EXDATE RDATE RECURRENCE-ID CATEGORIES".split(
    " ",
  ),
);
/** As many as an event of the calendar can have. */
const DATES_MAX = 2_000;
const LENGTH_MAX = 3_700 * 86_400_000;

/** An event, and what the rest of its file has to know of it. */
export type ReadEvent = {
  event: IcsEvent;
  line: number;
  start: Moment;
  /** The instance it takes the place of, in whatever zone the file names it. */
  replaces: Moment | null;
  /** Of it and all after it. */
  isFuture: boolean;
  /** The greater one is the newer one of two with the same UID. */
  version: string;
};

export function readEvent(component: Component, zones: Zones, remarks: Remarks): ReadEvent {
  const entry = new Entry(component, zones, remarks, UNDERSTOOD);
  entry.title = entry.text("SUMMARY").trim();
  const start = entry.moment("DTSTART");
  if (!start) throw new Unreadable("It does not say when it begins.");
  const end = endOf(entry, start);
  const recurrence = entry.all("RECURRENCE-ID", false)[0];
  const isAllDay = isDay(start.local);
  const alarmEnd = isAllDay ? { ...end, local: addDays(end.local, 1) } : end;
  const event: IcsEvent = {
    uid: entry.uid(),
    title: entry.title,
    date: start.local.slice(0, 10),
    time: isAllDay ? null : start.local.slice(11, 16),
    endDate: end.local.slice(0, 10),
    endTime: isAllDay ? null : end.local.slice(11, 16),
    timeZone: start.zone,
    location: entry.text("LOCATION"),
    description: entry.text("DESCRIPTION"),
    tags: entry.tags(),
    ...repetition(entry, start),
    instance: null,
    isCancelled: component.properties.some(({ text }) => /^STATUS:\s*CANCELLED\s*$/i.test(text)),
    reminders: remindersOf(component.nested, start, alarmEnd),
    alarms: alarmsOf(component.nested, start, alarmEnd),
    ics: entry.kept(),
  };
  return {
    event,
    line: component.line,
    start,
    replaces: recurrence ? (entry.moments(recurrence)[0] ?? null) : null,
    isFuture: recurrence ? parameter(recurrence, "range")?.toUpperCase() === "THISANDFUTURE" : false,
    version: versionOf(component),
  };
}

const versionOf = ({ properties }: Component) => {
  const valueOf = (name: RegExp) =>
    properties
      .find(({ text }) => name.test(text))
      ?.text.replace(name, "")
      .trim() ?? "";
  const sequence = /^\d{1,9}$/.exec(valueOf(/^SEQUENCE:/i))?.[0] ?? "0";
  return sequence.padStart(9, "0") + valueOf(/^DTSTAMP:/i);
};

/** Its end on the walls of its start; for whole days the last of them. */
function endOf(entry: Entry, start: Moment): Moment {
  const end = entry.moment("DTEND");
  const duration = entry.first("DURATION");
  if (end) return readEnd(entry, start, end);
  if (!duration) return start;
  const length = textOf(duration);
  const seconds = secondsOf(length);
  if (seconds === null || seconds < 0) {
    entry.remark("Its duration can't be read; it ends when it begins.");
    return start;
  }
  if (seconds * 1000 > LENGTH_MAX) throw new Unreadable("It lasts longer than ten years.");
  entry.keep(entry.rawOf("DURATION")!);
  return addDuration(start, length, seconds);
}

function readEnd(entry: Entry, start: Moment, end: Moment): Moment {
  if (isDay(start.local)) {
    const days = (wall(end.local.slice(0, 10)) - wall(start.local)) / 86_400_000;
    return checked(
      entry,
      start,
      days < 2 ? start : { ...start, local: addDays(start.local, days - 1) },
      days >= 0,
    );
  }
  const local = isDay(end.local) ? { local: `${end.local}T00:00:00`, zone: start.zone } : end;
  const converted = inZone(local, start.zone);
  // A flight lands in another zone: what it says of that is kept for other programs.
  if (local.zone !== start.zone) entry.keep(entry.rawOf("DTEND")!);
  return checked(entry, start, converted, instantOf(converted) >= instantOf(start));
}

function checked(entry: Entry, start: Moment, end: Moment, isInOrder: boolean): Moment {
  if (wall(end.local) - wall(start.local) > LENGTH_MAX)
    throw new Unreadable("It lasts longer than ten years.");
  if (isInOrder) return end;
  entry.remark("It ends before it begins; the end was left out.");
  return start;
}

/** Weeks and days are those of the calendar, hours and less are exact: RFC 5545, 3.3.6. */
export function addDuration(start: Moment, length: string, seconds: number): Moment {
  const [, weeks = "0", days = "0"] = /^\+?P(?:(\d+)W)?(?:(\d+)D)?/i.exec(length) ?? [];
  const whole = Number(weeks) * 7 + Number(days);
  if (isDay(start.local)) {
    const count = Math.max(1, Math.ceil(seconds / 86_400));
    return { ...start, local: addDays(start.local, count - 1) };
  }
  const moved = { ...start, local: fromWall(wall(start.local) + whole * 86_400_000) };
  const rest = (seconds - whole * 86_400) * 1000;
  if (rest === 0) return moved;
  return inZone(
    { local: fromWall(instantOf(moved) + rest), zone: start.zone === null ? null : "UTC" },
    start.zone,
  );
}

function repetition(entry: Entry, start: Moment): Pick<IcsEvent, "repeat" | "exceptDates" | "extraDates"> {
  const rules = entry.all("RRULE");
  const raw = entry.rawOf("RRULE");
  const repeat = rules[0] && raw !== null ? readRule(raw, rules[0], start, isEventRule) : null;
  if (raw !== null && repeat === null) {
    entry.remark("It repeats by a rule that Cairn doesn't know; only its first time is shown.");
    entry.keep(raw);
  }
  if (rules.length > 1) entry.remark("It repeats by more than one rule; the first counts.");
  return {
    repeat,
    exceptDates: instances(entry, "EXDATE", start),
    extraDates: instances(entry, "RDATE", start),
  };
}

function instances(entry: Entry, name: string, start: Moment): string[] {
  const found = entry.all(name).flatMap((property) => {
    try {
      return entry.moments(withoutPeriods(entry, property, name)).map((moment) => instanceOf(moment, start));
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      entry.remark(`${name}: ${error.message}`);
      return [];
    }
  });
  if (found.length > DATES_MAX) throw new Unreadable(`It has more than ${DATES_MAX} dates of its own.`);
  return [...new Set(found)].toSorted();
}

/** Of a period the start: all instances last as long as the first. */
function withoutPeriods(entry: Entry, property: Property, name: string): Property {
  if (property.type !== "period") return property;
  entry.remark(`${name} gives single times a length of their own; they last as long as the others.`);
  return { ...property, values: property.values.map((value) => (Array.isArray(value) ? value[0] : value)) };
}

/** What an instance is called in a series that starts then. */
export function instanceOf(moment: Moment, start: Moment): string {
  if (isDay(start.local)) return moment.local.slice(0, 10);
  if (isDay(moment.local)) return `${moment.local}T${start.local.slice(11, 16)}`;
  return toMinute(inZone(moment, start.zone).local);
}
