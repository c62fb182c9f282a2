import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { IcsEvent, IcsTodo } from "./ics.ts";
import { readCalendar, type ReadCalendar } from "./read-calendar.ts";
import { writeCalendar } from "./write-calendar.ts";

const FIXTURES = join(import.meta.dirname, "fixtures");
const files = readdirSync(FIXTURES).filter((name) => name.endsWith(".ics"));

const write = ({ calendarName, calendarColor, timeZone, events, todos }: ReadCalendar) =>
  writeCalendar({ name: calendarName, color: calendarColor, timeZone, events, todos, now: 0 });

/** Entries without one are given a time of writing, which they have from then on. */
const unstamped = <T extends IcsEvent | IcsTodo>(entries: T[]): T[] =>
  entries.map((entry) => ({ ...entry, ics: entry.ics?.replace(/DTSTAMP:19700101T000000Z\n?/, "") || null }));

/** What a file says besides what is read of it: the lines of each entry that no field holds. */
const unread = (text: string) => {
  const lines = text
    .replace(/^\uFEFF/, "")
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/\n[ \t]/g, "")
    .split("\n");
  return lines.filter((line) =>
    /^(?:X-(?!WR-)|ATTENDEE|ORGANIZER|ATTACH|CLASS|URL|GEO|TRANSP|SEQUENCE|CREATED|CONTACT)/.test(line),
  );
};

describe.each(files)("%s", (file) => {
  const original = readFileSync(join(FIXTURES, file), "utf8");
  const read = readCalendar(original);

  it("is the same read, written and read again", () => {
    const again = readCalendar(write(read));
    expect(unstamped(again.events)).toEqual(read.events);
    expect(unstamped(again.todos)).toEqual(read.todos);
    expect(again.skipped).toEqual([]);
    expect([again.calendarName, again.timeZone]).toEqual([read.calendarName, read.timeZone]);
  });

  it("is written in lines of at most 75 octets that end as RFC 5545 wants", () => {
    const text = write(read);
    expect(text.endsWith("END:VCALENDAR\r\n")).toBe(true);
    const lines = text.split("\r\n");
    expect(lines.filter((line) => /[\r\n]/.test(line) || Buffer.byteLength(line) > 75)).toEqual([]);
  });

  it("keeps what nobody here understands byte for byte", () => {
    if (read.skippedCount > 0) return;
    const entries = original.match(/^BEGIN:(VEVENT|VTODO)[^]*?^END:\1/gm)?.join("\n") ?? "";
    const written = new Set(unread(write(read)));
    const lost = unread(entries).filter((line) => !written.has(line));
    expect(lost).toEqual([]);
  });
});
