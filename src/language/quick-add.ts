import { type Clock, clockAt, type Day, dayText, timeText } from "./calendar.ts";
import { Draft, type Part } from "./draft.ts";
import { dueIn } from "./due-in.ts";
import { type Priority, takeSigns } from "./read-signs.ts";
import { takeLocation } from "./read-location.ts";
import { remindAt } from "./read-reminder.ts";
import { firstDay, ruleText } from "./rule.ts";
import { takeReminder, takeRepetition, takeWhen, type When } from "./take-when.ts";
import { titleOf } from "./title.ts";

export type { Part, PartName } from "./draft.ts";

/** What a sentence says of a task or an event. What it does not say is null. */
export type QuickAdd = {
  /** An event has an end: a span of time or of days. */
  kind: "task" | "event";
  title: string;
  /** YYYY-MM-DD of the user's calendar; of a repetition the first. */
  date: string | null;
  /** HH:MM */
  time: string | null;
  /** The last day where it is not that of `date`; of days without times both are included. */
  endDate: string | null;
  endTime: string | null;
  /** How long it may take, as ~30m says. */
  minutes: number | null;
  tags: string[];
  priority: Priority | null;
  /** RFC 5545, without "RRULE:". */
  rrule: string | null;
  location: string | null;
  /** YYYY-MM-DDTHH:MM of the user's clock. */
  remindAt: string | null;
  project: null;
};

export type QuickAddOptions = {
  /** What the user's clock shows, as if it were UTC; see `clockOf`. */
  now: Date;
  /** Places of the text that are words, whatever they look like. */
  ignore?: readonly (readonly [from: number, to: number])[];
};

/** Longer texts are read so far; the rest is title. */
const READ_MAX = 500;

/** Reads a sentence as a task or an event, and says where in the text each part of it stands. */
export function readQuickAdd(
  text: string,
  { now, ignore = [] }: QuickAddOptions,
): QuickAdd & { parts: Part[] } {
  const clock = clockAt(now);
  const draft = new Draft(text.slice(0, READ_MAX));
  for (const [from, to] of ignore)
    draft.giveBack(Math.max(0, from), Math.min(READ_MAX, draft.text.length, to));
  hideWords(draft);
  const signs = takeSigns(draft);
  const reminder = takeReminder(draft, clock);
  const rule = takeRepetition(draft, clock);
  const when = takeWhen(draft, clock, rule?.minute ?? null);
  if (!rule && when.day === null && when.minute === null) takeOther(draft, when, now);
  const day = firstOf(when, rule ? (from) => firstDay(rule, from) : null, clock);
  const isEvent = day !== null && (when.endMinute !== null || when.endDay !== null);
  const location = takeLocation(draft, isEvent);
  const reminded = reminder && remindAt(reminder, day, when.minute, clock);
  const parts = draft.parts
    .filter(({ part }) => part !== "reminder" || reminded)
    .toSorted((one, other) => one.from - other.from);
  return {
    kind: isEvent ? "event" : "task",
    title: titleOf(text, parts),
    date: day === null ? null : dayText(day),
    time: when.minute === null ? null : timeText(when.minute),
    ...endOf(when, day),
    ...signs,
    rrule: rule && ruleText(rule),
    location,
    remindAt: reminded ? `${dayText(reminded.day)}T${timeText(reminded.minute)}` : null,
    project: null,
    parts,
  };
}

const JAPANESE = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]/u;

/** Days in Japanese, which our own grammar does not know. English that it left out was left out on purpose. */
function takeOther(draft: Draft, when: When, now: Date): void {
  if (!JAPANESE.test(draft.rest)) return;
  const due = dueIn(draft.rest, now);
  const from = due ? draft.rest.indexOf(due.words) : -1;
  if (!due || from < 0) return;
  draft.take("date", from, from + due.words.length);
  when.day = Date.parse(due.date) / 86_400_000;
  if (due.time) when.minute = Number(due.time.slice(0, 2)) * 60 + Number(due.time.slice(3));
}

/** The day it is due or begins: what was said, the first of a repetition, or for a time alone the next day that has it. */
function firstOf(when: When, first: ((from: Day) => Day | null) | null, clock: Clock): Day | null {
  const isPassed = when.minute !== null && when.minute < clock.minute;
  const soonest = isPassed ? clock.today + 1 : clock.today;
  if (first) return first(when.day ?? soonest) ?? when.day;
  return when.day ?? (when.minute === null ? null : soonest);
}

function endOf(when: When, day: Day | null): Pick<QuickAdd, "endDate" | "endTime"> {
  if (day === null) return { endDate: null, endTime: null };
  const { endMinute, days } = when;
  let end = when.endDay === null ? null : Math.max(when.endDay, day);
  if (days) end = day + days;
  if (endMinute !== null && when.minute !== null && end === null && endMinute <= when.minute) end = day + 1;
  const isTimed = endMinute !== null;
  return {
    endDate: end !== null && (end !== day || !isTimed) ? dayText(end) : null,
    endTime: isTimed ? timeText(endMinute) : null,
  };
}

/** What looks like a date, a time or a sign, and is none. */
const NEVER = [
  /"[^"]*"|“[^”]*”|„[^“”]*[“”]/g,
  /\b[a-z][a-z0-9+.-]*:\/\/\S+|\bwww\.\S+|\bmailto:\S+/gi,
  /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+\.[\p{L}\p{N}.-]+/gu,
  // Addresses without their beginning: "example.com/2026/12/24".
  /(?<![\p{L}\p{N}])[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.(?:com|org|net|io|dev|de|eu|uk|app|ai|jp|fr)(?:\/\S*)?(?![\p{L}\p{N}])/giu,
  /(?<![\d/])24\s?\/\s?7(?![\d/])/g,
  /(?<![\d:])9(?:\s?am)?[\s-](?:to|-)[\s-]5(?:\s?pm)?(?=[\s-]+(?:jobs?|work|grind|schedule|shift|life|worker|routine)\b)/gi,
  /\bv\.?\s?\d+(?:\.\d+)*\b|(?<![\d.])\d+\.\d+\.\d+\.\d+(?![\d.])/gi,
  /\b(?:versions?|releases?|chapters?|ch\.|pages?|pp?\.|rooms?|steps?|sections?|§|ages?|aged|levels?|gates?|numbers?|no\.|nr\.|items?|lines?|slides?|exercises?|questions?|episodes?|seasons?|units?|parts?|volumes?|vol\.|bus|tram|floors?|flights?|tracks?|platforms?|invoices?|orders?|tickets?|issues?|pull request|pr|phase|sprint|figures?|fig\.|tables?|size|python|node|ios|windows|iphone|catch|route|highway|apollo|studio)\s+#?\d+(?!\d|:\d)(?:[./-]\d+)*(?:\s?(?:-|–|to)\s?\d+)?(?![\d:.]*\s?[ap]m\b)/gi,
  /\b(?:scale|ratio|score|psalm|john|luke|mark|matthew|genesis)\s+\d+:\d+/gi,
  // Money, shares, measures.
  /[$€£¥]\s?\d[\d.,]*(?:\s?[-–]\s?[$€£¥]?\d[\d.,]*)?|\b\d[\d.,]*\s?(?:[-–]\s?\d[\d.,]*\s?)?(?:%|[€£¥$]|(?:kg|g|mg|km|cm|mm|ml|cl|l|lbs?|oz|usd|eur|gbp|euros?|dollars?|miles|percent)\b)/gi,
  // Telephone numbers.
  /(?<![\p{L}\p{N}])\+\d[\d\s()-]{6,}\d|\b\d{3}-\d{3,4}(?:-\d{4})?\b|\b\d{3,}-\d{3,}(?:-\d+)*\b/gu,
];

/** Takes out of the reading what is never a part: quotes, addresses, versions, amounts. */
function hideWords(draft: Draft): void {
  for (const pattern of NEVER)
    for (const match of draft.rest.matchAll(pattern)) draft.hide(match.index, match.index + match[0].length);
}
