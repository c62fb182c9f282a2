import { describe, expect, it } from "vitest";
import { readCalendar, UnreadableCalendar } from "./read-calendar.ts";
import { writeCalendar } from "./write-calendar.ts";

/** Wide of what they take (under two seconds on two busy cores), far from what a loop without an end would. */
const LIMIT = 30_000;
const calendar = (inner: string) => `BEGIN:VCALENDAR\nVERSION:2.0\n${inner}\nEND:VCALENDAR\n`;
const event = (inner: string, uid = "a") =>
  `BEGIN:VEVENT\nUID:${uid}\nDTSTART:20260101T100000Z\n${inner}\nEND:VEVENT\n`;
const many = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => make(index)).join("");
const whys = (text: string) => {
  const { skipped, changed } = readCalendar(text);
  return [...skipped, ...changed].map(({ why }) => why);
};

describe("what is too much is said", () => {
  it("a file of more than 10 MB", () => {
    expect(() => readCalendar("x".repeat(10 * 1024 * 1024 + 1))).toThrow(UnreadableCalendar);
  });

  it("a file that is none", () => {
    expect(() => readCalendar(new Uint8Array([0xff, 0xd8, 0xff, 0xe0]))).toThrow(
      "This is not a calendar file",
    );
  });

  it("more events than an account can have", { timeout: LIMIT }, () => {
    const { events, skippedCount, skipped } = readCalendar(
      calendar(many(100_000, (index) => `BEGIN:VEVENT\nUID:${index}\nDTSTART:20260101\nEND:VEVENT\n`)),
    );
    expect([events.length, skippedCount, skipped.length]).toEqual([50_000, 50_000, 1_000]);
  });

  it.each([
    [
      "a line of 9 MB",
      event(`DESCRIPTION:${"x".repeat(9e6)}`),
      "It is longer than anything an entry of a calendar can be.",
    ],
    [
      "a line of three million folds",
      event(`DESCRIPTION:${"x\n ".repeat(3e6)}`),
      "It is longer than anything an entry of a calendar can be.",
    ],
    [
      "a million components in each other",
      `BEGIN:VEVENT\n${"BEGIN:X\n".repeat(1e6)}`,
      "The file ends in the middle of it.",
    ],
    [
      "a hundred alarms in each other",
      event("BEGIN:VALARM\n".repeat(100) + "END:VALARM\n".repeat(100)),
      "Components are nested too deeply in it.",
    ],
    ["too many properties", event("X-A:1\n".repeat(6_000)), "It has too many properties."],
    [
      "too many dates",
      event(
        `EXDATE:${many(3_000, (index) => `${index === 0 ? "" : ","}${String(20_260_101 + (index % 28))}T${String(index % 24).padStart(2, "0")}${String(index % 60).padStart(2, "0")}00Z`)}`,
      ),
      "It has more than 2000 dates of its own.",
    ],
  ])("%s", { timeout: LIMIT }, (_, inner, why) => {
    expect(whys(calendar(inner))).toEqual([why]);
  });

  it("a series that changes three thousand times", { timeout: LIMIT }, () => {
    const stamp = (index: number) =>
      `${new Date(Date.UTC(2026, 0, 2 + index, 10)).toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z`;
    const changes = many(
      3_000,
      (index) =>
        `BEGIN:VEVENT\nUID:a\nRECURRENCE-ID;RANGE=THISANDFUTURE:${stamp(index)}\nDTSTART:${stamp(index)}\nEND:VEVENT\n`,
    );
    const { events, skippedCount } = readCalendar(calendar(event("RRULE:FREQ=DAILY;COUNT=9999") + changes));
    expect([events.length, skippedCount]).toEqual([51, 2_950]);
  });

  it("thousands of zones that nobody knows", { timeout: LIMIT }, () => {
    const zones = many(
      300,
      (index) =>
        `BEGIN:VTIMEZONE\nTZID:Z${index}\n${many(20, (half) => `BEGIN:STANDARD\nDTSTART:19${10 + half}0101T000000\nTZOFFSETFROM:+01${10 + half}\nTZOFFSETTO:+02${10 + (index % 50)}\nRRULE:FREQ=YEARLY;BYMONTH=${1 + (half % 12)};BYDAY=2SU\nEND:STANDARD\n`)}END:VTIMEZONE\n`,
    );
    const events = many(
      5_000,
      (index) => `BEGIN:VEVENT\nUID:${index}\nDTSTART;TZID=Z${index}:20260101T100000\nEND:VEVENT\n`,
    );
    expect(readCalendar(calendar(zones + events)).changedCount).toBe(5_000);
  });
});

describe("what cannot be is left out with its reason", () => {
  it.each([
    ["00000101T100000Z", "The year 0 is out of range."],
    ["99991231T100000Z", "The year 9999 is out of range."],
    ["20270229T100000Z", "2027-02-29 is not a day of the calendar."],
    ["20260431", "2026-04-31 is not a day of the calendar."],
    ["20260101T250000Z", "'20260101T250000Z' is not a time."],
    ["tomorrow", "'tomorrow' is not a date."],
  ])("an event of %s", (start, why) => {
    expect(whys(calendar(`BEGIN:VEVENT\nUID:a\nDTSTART:${start}\nEND:VEVENT`))).toEqual([why]);
  });

  it.each([
    ["no start", "BEGIN:VEVENT\nUID:a\nEND:VEVENT", "It does not say when it begins."],
    [
      "no end of its component",
      "BEGIN:VEVENT\nUID:a\nDTSTART:20260101",
      "It begins as VEVENT and ends as VCALENDAR.",
    ],
    ["a length of a hundred thousand years", event("DURATION:P5200000W"), "It lasts longer than ten years."],
    [
      "a length that goes backward",
      event("DURATION:-PT1H"),
      "Its duration can't be read; it ends when it begins.",
    ],
    [
      "an interval of nothing",
      event("RRULE:FREQ=DAILY;INTERVAL=0"),
      "It repeats by a rule that Cairn doesn't know; only its first time is shown.",
    ],
    [
      "a rule of ten thousand days",
      event(`RRULE:FREQ=YEARLY;BYDAY=${Array(10_000).fill("MO").join(",")}`),
      "It repeats by a rule that Cairn doesn't know; only its first time is shown.",
    ],
    ["a journal", "BEGIN:VJOURNAL\nEND:VJOURNAL", "Cairn's calendar keeps no journal entries."],
  ])("%s", (_, inner, why) => {
    expect(whys(calendar(inner))).toEqual([why]);
  });
});

it("names of JavaScript are names like others", () => {
  const { events } = readCalendar(
    calendar(event("CONSTRUCTOR:y\nSUMMARY;CONSTRUCTOR=a;TOSTRING=c:hey\nHASOWNPROPERTY:1")),
  );
  expect(events[0]!.title).toBe("hey");
  expect(readCalendar(writeCalendar({ events, now: 0 })).events[0]!.title).toBe("hey");
});

it("a start that clocks pass over is kept as it is told, also when it is written", () => {
  const given = readCalendar(
    calendar("BEGIN:VEVENT\nUID:a\nDTSTART;TZID=Europe/Berlin:20260329T023000\nDURATION:PT1H\nEND:VEVENT"),
  );
  expect(given.events.map(({ time, endTime }) => [time, endTime])).toEqual([["02:30", "04:30"]]);
  expect(writeCalendar({ events: given.events, now: 0 })).toContain(
    "DTSTART;TZID=Europe/Berlin:20260329T023000\r\n",
  );
});
