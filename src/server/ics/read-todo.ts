import { isRepeatRule } from "#contract/shared/repeat-rule.ts";
import { remindersOf } from "./alarms.ts";
import type { Component } from "./content-lines.ts";
import { Entry } from "./entry.ts";
import type { Zones } from "./find-zone.ts";
import type { IcsTodo } from "./ics.ts";
import { inZone, instantOf, isDay, type Moment, Unreadable } from "./moments.ts";
import { parameter, secondsOf, textOf } from "./property.ts";
import { addDuration } from "./read-event.ts";
import type { Remarks } from "./remarks.ts";
import { readRule } from "./rules.ts";

const UNDERSTOOD = new Set(
  "UID SUMMARY DESCRIPTION DTSTART DUE DURATION PRIORITY STATUS PERCENT-COMPLETE CATEGORIES RRULE RELATED-TO COMPLETED".split(
    " ",
  ),
);
const STATUS: Record<string, IcsTodo["status"]> = {
  "NEEDS-ACTION": "todo",
  "IN-PROCESS": "doing",
  COMPLETED: "done",
  CANCELLED: "done",
};

export function readTodo(component: Component, zones: Zones, remarks: Remarks): IcsTodo {
  const entry = new Entry(component, zones, remarks, UNDERSTOOD);
  entry.title = entry.text("SUMMARY").trim();
  if (component.properties.some(({ text }) => /^RECURRENCE-ID[;:]/i.test(text)))
    throw new Unreadable("It is one time of a to-do that repeats; Cairn keeps the next one only.");
  const { start, due } = timesOf(entry);
  const anchor = due ?? start;
  const status = entry.text("STATUS").trim().toUpperCase();
  const completed = momentOrNull(entry, "COMPLETED");
  return {
    uid: entry.uid(),
    title: entry.title,
    description: entry.text("DESCRIPTION"),
    status: STATUS[status] ?? (completed ? "done" : "todo"),
    isCancelled: /^CANCELLED$/.test(status),
    priority: priorityOf(entry),
    percent: percentOf(entry.text("PERCENT-COMPLETE")),
    tags: entry.tags(),
    startDate: start?.local.slice(0, 10) ?? null,
    startTime: start && !isDay(start.local) ? start.local.slice(11, 16) : null,
    dueDate: due?.local.slice(0, 10) ?? null,
    dueTime: due && !isDay(due.local) ? due.local.slice(11, 16) : null,
    timeZone: anchor?.zone ?? null,
    repeat: anchor ? ruleOf(entry, start ?? anchor) : null,
    parentUid: parentOf(entry),
    completedAt: completed ? new Date(instantOf(completed)).toISOString() : null,
    reminders: anchor ? remindersOf(component.nested, start ?? anchor, due ?? anchor) : [],
    ics: entry.kept(),
  };
}

/** Both by the clocks of the day it is due. */
function timesOf(entry: Entry): { start: Moment | null; due: Moment | null } {
  const start = entry.moment("DTSTART");
  const due = entry.moment("DUE");
  const duration = entry.first("DURATION");
  if (due) return { start: start && inZone(start, due.zone), due };
  const length = textOf(duration);
  const seconds = secondsOf(length);
  if (duration) entry.keep(entry.rawOf("DURATION")!);
  return {
    start,
    due: start && seconds !== null && seconds >= 0 ? addDuration(start, length, seconds) : null,
  };
}

function momentOrNull(entry: Entry, name: string): Moment | null {
  try {
    return entry.moment(name);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    entry.remark(`${name}: ${error.message}`);
    return null;
  }
}

/** 1 to 4 high, 5 medium, 6 to 9 low; none and 0 say nothing. */
export function toPriority(number: number): IcsTodo["priority"] {
  if (!(number >= 1 && number <= 9)) return null;
  if (number < 5) return "high";
  return number === 5 ? "medium" : "low";
}

/** A finer one than ours is kept for other programs. */
function priorityOf(entry: Entry): IcsTodo["priority"] {
  const number = Number(entry.text("PRIORITY"));
  if (entry.rawOf("PRIORITY") !== null && ![1, 5, 9].includes(number)) entry.keep(entry.rawOf("PRIORITY")!);
  return toPriority(number);
}

function percentOf(text: string): number | null {
  const percent = Number(text);
  return text.trim() !== "" && percent >= 0 && percent <= 100 ? Math.round(percent) : null;
}

function ruleOf(entry: Entry, start: Moment): string | null {
  const rule = entry.first("RRULE");
  const raw = entry.rawOf("RRULE");
  const repeat = rule && raw !== null ? readRule(raw, rule, start, isRepeatRule) : null;
  if (raw !== null && repeat === null) {
    entry.remark("It repeats by a rule that Cairn doesn't know; it comes once.");
    entry.keep(raw);
  }
  return repeat;
}

/** Other relations than to a parent are kept as they stand. */
function parentOf(entry: Entry): string | null {
  const isParent = (relation: string | null) => relation === null || relation.toUpperCase() === "PARENT";
  const parent = entry.all("RELATED-TO").find((related) => isParent(parameter(related, "reltype")));
  return parent ? textOf(parent).trim() || null : null;
}
