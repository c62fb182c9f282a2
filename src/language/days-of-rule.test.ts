import { RRuleTemporal } from "rrule-temporal";
import { expect, test } from "vitest";
import { isEventRule } from "#contract/shared/repeat-rule.ts";
import { daysOfRule } from "./days-of-rule.ts";

const DAY = 86_400_000;
const dayOf = (text: string) => Date.parse(`${text}T00:00Z`) / DAY;
const text = (day: number) => new Date(day * DAY).toISOString().slice(0, 10);

const seed = Number(process.env["SEED"] ?? Date.now() % 1_000_000);

/** Small, quick and the same everywhere: mulberry32. */
function randomBy(start: number): (below: number) => number {
  let state = start;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

const WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];

function aRule(random: (below: number) => number): string {
  const some = (most: number, one: () => string | number) =>
    [...new Set(Array.from({ length: 1 + random(most) }, one))].join(",");
  const freq = ["DAILY", "WEEKLY", "MONTHLY", "YEARLY"][random(4)]!;
  const parts = [`FREQ=${freq}`];
  if (random(2)) parts.push(`INTERVAL=${1 + random(5)}`);
  if (random(3) === 0) parts.push(`WKST=${WEEKDAYS[random(7)]}`);
  if (random(3) === 0) parts.push(`BYMONTH=${some(3, () => 1 + random(12))}`);
  if (random(2)) {
    const nth = () =>
      (freq === "MONTHLY" || freq === "YEARLY") && random(2)
        ? ["1", "2", "3", "4", "5", "-1", "-2"][random(7)]
        : "";
    parts.push(`BYDAY=${some(3, () => `${nth()}${WEEKDAYS[random(7)]}`)}`);
  }
  if (freq !== "WEEKLY" && random(3) === 0)
    parts.push(`BYMONTHDAY=${some(3, () => (random(4) ? 1 + random(31) : -1 - random(5)))}`);
  return parts.join(";");
}

test(`has the days that a library has, for two thousand rules (SEED=${seed})`, () => {
  const random = randomBy(seed);
  let compared = 0;
  for (let round = 0; round < 2_000; round++) {
    const rule = aRule(random);
    expect(isEventRule(rule), rule).toBe(true);
    const start = dayOf("2016-01-01") + random(3_000);
    const from = start + random(1_500);
    const to = from + random(120);
    const ours = daysOfRule(rule, start, from, to);
    if (!ours) continue;
    compared += 1;
    const digits = text(start).replaceAll("-", "");
    const library = new RRuleTemporal({
      rruleString: `DTSTART:${digits}T000000Z\nRRULE:${rule}`,
      maxIterations: 1_000_000,
      maxCandidateEvaluations: 10_000_000,
    });
    const theirs = library
      .between(new Date(from * DAY), new Date(to * DAY + 1), true)
      .map((at) => at.epochMilliseconds / DAY);
    expect(ours.map(text), `${rule} from ${text(start)}, ${text(from)} to ${text(to)}`).toEqual(
      theirs.map(text),
    );
  }
  expect(compared).toBeGreaterThan(1_000);
});

test.each([
  "FREQ=HOURLY",
  "FREQ=YEARLY;BYDAY=20MO",
  "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=1",
  "FREQ=YEARLY;BYWEEKNO=3",
  "FREQ=DAILY;BYHOUR=9",
])("%s is left to the library", (rule) => {
  expect(daysOfRule(rule, 0, 0, 400)).toBeNull();
});
