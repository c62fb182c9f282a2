import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { instancesOf } from "#language/instances.ts";
import type { IcsEvent } from "./ics.ts";
import { readCalendar } from "./read-calendar.ts";
import { writeCalendar } from "./write-calendar.ts";

const FIXTURES = join(import.meta.dirname, "fixtures");
const recorded = JSON.parse(readFileSync(join(FIXTURES, "instances.json"), "utf8")) as Record<
  string,
  string[]
>;
const files = readdirSync(FIXTURES).filter((name) => name.endsWith(".ics"));
const SERVER_ZONES = ["UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Pacific/Apia"];
const ownZone = process.env["TZ"];

afterEach(() => {
  if (ownZone === undefined) delete process.env["TZ"];
  else process.env["TZ"] = ownZone;
});

/** Its instances in the time that was recorded, as the calendar shows them on a clock in UTC. */
function shown(event: IcsEvent, expected: string[]): string[] {
  const [from, to] = [expected[0]!, expected.at(-1)!].map((moment) => moment.slice(0, 10)) as [
    string,
    string,
  ];
  const starts = instancesOf(event, from, to, "UTC").map(({ start }) => start);
  const zoned = starts.map((start) => (event.timeZone === null ? start : `${start}Z`));
  // Others of the same days are behind the last that was recorded, or began the day before.
  return zoned.filter((start) => start >= expected[0]! && start <= expected.at(-1)!);
}

describe.each(SERVER_ZONES)("on a server in %s", (serverZone) => {
  it("events take place when python-dateutil says, read from the file and from what we write of it", () => {
    process.env["TZ"] = serverZone;
    let compared = 0;
    for (const file of files) {
      const read = readCalendar(readFileSync(join(FIXTURES, file)));
      const again = readCalendar(writeCalendar({ events: read.events, now: 0 }));
      for (const event of [...read.events, ...again.events]) {
        const expected = recorded[`${file} ${event.uid}`];
        if (!expected || event.instance !== null) continue;
        expect([event.uid, shown(event, expected)]).toEqual([event.uid, expected]);
        compared += 1;
      }
    }
    expect(compared).toBe(Object.keys(recorded).length * 2);
  });
});
