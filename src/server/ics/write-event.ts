import { isEventRule } from "#contract/shared/repeat-rule.ts";
import { alarmsOf, minutesBefore } from "./alarms.ts";
import { Zones } from "./find-zone.ts";
import type { EventToWrite } from "./ics.ts";
import { FIELDS_MAX } from "./entry.ts";
import { type Kept, takeApart, takeLine, paramsOf, takeParams } from "./kept.ts";
import { addDays, inZone, isDay, type Moment, toMoment, withSeconds } from "./moments.ts";
import { peopleLines } from "./people.ts";
import {
  nameOf,
  parameter,
  type Property,
  propertyLine,
  readProperty,
  secondsOf,
  textOf,
} from "./property.ts";
import { addDuration } from "./read-event.ts";
import { readRule, ruleForFile } from "./rules.ts";

/** The lines of a VEVENT, not folded. `series` is the event whose instance it is, by whose clocks it is named. */
export function writeEventLines(
  event: EventToWrite,
  { series, now }: { series: EventToWrite | null; now: number },
): string[] {
  const kept = takeApart(event.ics);
  const start = toStart(event);
  const end: Moment = { ...start, local: local(event.endDate, event.endTime) };
  const isAllDay = isDay(start.local);
  const lines = [
    propertyLine({ name: "UID", params: takeParams(kept, "UID"), values: [event.uid] }),
    ...stampLines(kept, now),
    momentLine("DTSTART", [start], takeParams(kept, "DTSTART")),
    ...endLines(kept, start, end),
    ...(event.instance === null ? [] : [instanceLine(event.instance, series ? toStart(series) : start)]),
    ...textLine(kept, "SUMMARY", event.title),
    ...textLine(kept, "LOCATION", event.location),
    ...textLine(kept, "DESCRIPTION", event.description),
    ...tagsLine(kept, event.tags),
    ...ruleLines(kept, event.repeat, start),
    ...datesLine(kept, "EXDATE", event.exceptDates, start),
    ...datesLine(kept, "RDATE", event.extraDates, start),
  ];
  if (event.people) lines.push(...peopleLines(kept, event.people));
  const alarmEnd = isAllDay ? { ...end, local: addDays(end.local, 1) } : end;
  const nested = nestedLines(kept, event, { start, end: alarmEnd });
  return ["BEGIN:VEVENT", ...lines, ...kept.lines, ...nested, "END:VEVENT"];
}

const local = (date: string, time: string | null) => (time === null ? date : `${date}T${time}:00`);

const toStart = ({ date, time, timeZone }: EventToWrite): Moment => ({
  local: local(date, time),
  zone: time === null ? null : timeZone,
});

/** Every entry has one, most from their file. */
export function stampLines(kept: Kept, now: number): string[] {
  if (kept.lines.some((text) => nameOf(text) === "DTSTAMP")) return [];
  return [momentLine("DTSTAMP", [{ local: new Date(now).toISOString().slice(0, 19), zone: "UTC" }])];
}

/** All of them are days, or all are times of one zone. */
export function momentLine(name: string, moments: Moment[], params: Property["params"] = {}): string {
  const zone = moments[0]?.zone ?? null;
  const isUtc = zone === "UTC";
  return propertyLine({
    name,
    params: zone === null || isUtc ? params : { ...params, tzid: zone },
    type: isDay(moments[0]!.local) ? "date" : "date-time",
    values: moments.map((moment) => moment.local + (isUtc ? "Z" : "")),
  });
}

/** The series says how an instance is named: a day, a floating time, or one in a zone. */
const instanceLine = (instance: string, start: Moment) =>
  momentLine("RECURRENCE-ID", [
    { local: withSeconds(instance), zone: instance.length === 10 ? null : start.zone },
  ]);

export function textLine(kept: Kept, name: string, value: string): string[] {
  const line = takeLine(kept, name);
  if (line === null) return value === "" ? [] : [propertyLine({ name, values: [value] })];
  const told = textOf(readProperty(line)).trim();
  if (told === value.trim() || isCutOf(told, value, name)) return [line];
  const params = paramsOf(line);
  return value === "" ? [] : [propertyLine({ name, params, values: [value] })];
}

/** Whether it is as much of a long text as the calendar has room for. */
const isCutOf = (told: string, value: string, name: string) =>
  told.length > (FIELDS_MAX[name] ?? Infinity) && told.slice(0, FIELDS_MAX[name]).trim() === value.trim();

export const tagsLine = (kept: Kept, tags: string[]): string[] => {
  const params = takeParams(kept, "CATEGORIES");
  return tags.length === 0 ? [] : [propertyLine({ name: "CATEGORIES", params, values: tags })];
};

/** Its end as its file told it, if that is still so: as a length, or in another zone. */
function endLines(kept: Kept, start: Moment, end: Moment): string[] {
  const duration = takeLine(kept, "DURATION");
  if (duration !== null && lasts(duration, start, end)) return [duration];
  const line = takeLine(kept, "DTEND");
  const told = line === null ? null : endInItsZone(line, end);
  if (told) return [told];
  const params = line === null ? {} : paramsOf(line);
  if (isDay(start.local)) return [momentLine("DTEND", [{ ...end, local: addDays(end.local, 1) }], params)];
  return start.local === end.local ? [] : [momentLine("DTEND", [end], params)];
}

export function lasts(line: string, start: Moment, end: Moment): boolean {
  const length = textOf(readProperty(line));
  const seconds = secondsOf(length);
  return (
    seconds !== null &&
    seconds >= 0 &&
    addDuration(start, length, seconds).local.slice(0, 16) === end.local.slice(0, 16)
  );
}

function endInItsZone(line: string, end: Moment): string | null {
  const property = readProperty(line);
  if (!property || isDay(end.local)) return null;
  const id = parameter(property, "tzid");
  const found = id === null ? null : new Zones().find(id);
  const zone = found && "zone" in found ? found.zone : null;
  try {
    const told = toMoment(property.values[0], zone);
    if (isDay(told.local) || told.zone === null || told.zone === end.zone) return null;
    if (inZone(told, end.zone).local.slice(0, 16) !== end.local.slice(0, 16)) return null;
    if (zone === id) return line;
    return momentLine("DTEND", [told], paramsOf(line));
  } catch {
    return null;
  }
}

/** A rule that we could not read stands as it came, until the entry is given another. */
export function ruleLines(kept: Kept, repeat: string | null, start: Moment): string[] {
  const line = takeLine(kept, "RRULE");
  if (line !== null) {
    const property = readProperty(line);
    if (repeat === null) return [line];
    if (property && readRule(line, property, start, isEventRule) === repeat) return [line];
  }
  return repeat === null ? [] : [`RRULE:${ruleForFile(repeat, start)}`];
}

function datesLine(kept: Kept, name: string, dates: string[], start: Moment): string[] {
  const params = takeParams(kept, name);
  const isAllDay = isDay(start.local);
  const moments = dates
    .filter((date) => isDay(date) === isAllDay)
    .map((date): Moment => ({ local: withSeconds(date), zone: start.zone }));
  return moments.length === 0 ? [] : [momentLine(name, moments, params)];
}

/** What is nested in it, with the alarms that its reminders are: those that are gone leave, new ones come. */
export function nestedLines(
  kept: Kept,
  {
    title,
    reminders,
    addedReminders = [],
  }: { title: string; reminders: number[] | null; addedReminders?: number[] },
  { start, end }: { start: Moment; end: Moment },
): string[] {
  const rung = new Set<number>();
  const stay = kept.nested.filter((lines) => {
    if (!/^BEGIN:VALARM$/i.test(lines[0]!.trim())) return true;
    const [minutes] = alarmsOf([{ name: "VALARM", lines }], start, end).minutes;
    const known = minutes ?? minutesBefore(lines, start, end);
    if (known === null) return true;
    rung.add(known);
    return reminders === null || known < 0 || reminders.includes(known);
  });
  const fresh = (reminders ?? addedReminders)
    .filter((minutes) => !rung.has(minutes))
    .map((minutes) => [
      "BEGIN:VALARM",
      "ACTION:DISPLAY",
      propertyLine({ name: "DESCRIPTION", values: [title || "Reminder"] }),
      `TRIGGER:${minutes > 0 ? "-" : ""}PT${Math.abs(minutes)}M`,
      "END:VALARM",
    ]);
  return [...stay, ...fresh].flat();
}
