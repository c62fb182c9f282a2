import type { Range } from "../calendar/objects/objects-between.ts";
import { type Component, readComponents } from "../ics/content-lines.ts";
import { instantOf, withSeconds } from "../ics/moments.ts";
import { nameOf } from "../ics/property.ts";
import { readCalendar } from "../ics/read-calendar.ts";
import { refusal, Refusal } from "./answer.ts";
import { caldav, child, childrenOf, type Element, tag } from "./xml.ts";

/** Of a calendar-query: the component that it is about, when, and what else has to be so. */
export type Filter = {
  component: string | null;
  range: Range | null;
  tests: Element[];
};

/** @throws Refusal for a filter that cannot be read */
export function readFilter(query: Element): Filter {
  const calendar = child(child(query, caldav("filter")), caldav("comp-filter"));
  if (calendar && calendar.attributes["name"]?.toUpperCase() !== "VCALENDAR") throw invalid();
  const [entry] = childrenOf(calendar, caldav("comp-filter"));
  if (!entry) return { component: null, range: null, tests: [] };
  const range = child(entry, caldav("time-range"));
  // Each is asked of each object.
  if (entry.children.length > MOST_TESTS) throw invalid();
  return {
    component: (entry.attributes["name"] ?? "").toUpperCase(),
    range: range ? readRange(range) : null,
    tests: entry.children.filter(({ name }) => name !== caldav("time-range")),
  };
}

const MOST_TESTS = 100;

const invalid = () => new Refusal(refusal(403, tag(caldav("valid-filter")), "This filter can't be read."));

function readRange({ attributes: { start, end } }: Element): Range {
  return { start: start ? instantIn(start) : null, end: end ? instantIn(end) : null };
}

/** `20261125T000000Z`, or a day as some clients write it. */
function instantIn(text: string): number {
  const [, year, month, day, hour = "00", minute = "00", second = "00"] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)Z?)?$/.exec(text) ?? [];
  const instant = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(instant)) throw invalid();
  return Math.min(Math.max(instant, FIRST), LAST);
}

const FIRST = Date.parse("1900-01-02T00:00:00Z");
const LAST = Date.parse("9999-12-29T00:00:00Z");

/** Whether the file of an object passes what its rows could not tell. */
export function passes(text: string, { component, tests }: Filter): boolean {
  if (component === null || tests.length === 0) return true;
  const entries = [...readComponents(text)].filter(({ name }) => name === component);
  return entries.some((entry) => tests.every((test) => isSo(entry, test)));
}

function isSo(entry: Component, test: Element): boolean {
  const name = (test.attributes["name"] ?? "").toUpperCase();
  const isAbsent = child(test, caldav("is-not-defined")) !== undefined;
  if (test.name === caldav("comp-filter"))
    return entry.nested.some((nested) => nested.name === name) !== isAbsent;
  if (test.name !== caldav("prop-filter")) return true;
  const values = entry.properties
    .filter(({ text }) => nameOf(text) === name)
    .map(({ text }) => valueOf(text));
  if (isAbsent) return values.length === 0;
  const matches = childrenOf(test, caldav("text-match"));
  return values.some((value) => matches.every((match) => isMatch(value, match)));
}

function isMatch(value: string, { text, attributes }: Element): boolean {
  const isExact = attributes["collation"] === "i;octet";
  const fold = (words: string) => (isExact ? words : words.toLowerCase());
  return fold(value).includes(fold(text)) !== (attributes["negate-condition"] === "yes");
}

/** Behind the colon that no quotes stand around. */
function valueOf(line: string): string {
  const [head = ""] = /^(?:"[^"]*"|[^":])*/.exec(line) ?? [];
  return line
    .slice(head.length + 1)
    .replaceAll(/\\([\\;,])/g, "$1")
    .replaceAll(/\\n/gi, "\n");
}

/** RFC 4791, 9.9, for to-dos: one without days is always there. */
export function isTodoBetween(text: string, { start, end }: Range, zone: string | null): boolean {
  const todo = readCalendar(text).todos[0];
  if (!todo) return false;
  const at = (date: string | null, time: string | null, isEnd: boolean) =>
    date === null
      ? null
      : instantOf({
          local: withSeconds(`${date}T${time ?? (isEnd ? "23:59" : "00:00")}`),
          zone: todo.timeZone ?? zone,
        });
  const begins = at(todo.startDate, todo.startTime, false);
  const due = at(todo.dueDate, todo.dueTime, true);
  if (begins === null && due === null) return true;
  const [from, to] = [begins ?? due!, due ?? begins!];
  return (end === null || from < end) && (start === null || to >= start);
}
