import { expect, test } from "vitest";
import { wallOf } from "#language/moment.ts";
import { instantOf } from "#language/time-zone.ts";
import { randomFrom } from "#testing/random.ts";
import { seed } from "#testing/run-seed.ts";
import { freeSlots, type Stretch } from "./free-slots.ts";

const HOURS = { from: "09:00", to: "17:00", days: [1, 2, 3, 4, 5] };
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];

const texts = (slots: readonly Stretch[]) =>
  slots.map(({ from, to }) => [from, to].map((at) => new Date(at).toISOString().slice(0, 16)).join(" "));
const stretch = (from: string, to: string): Stretch => ({
  from: Date.parse(`${from}Z`),
  to: Date.parse(`${to}Z`),
});
const asked = (given: Partial<Parameters<typeof freeSlots>[1]>) => ({
  from: "2026-11-30",
  to: "2026-11-30",
  zone: "UTC",
  hours: HOURS,
  now: 0,
  minutes: 30,
  ...given,
});

test("free is what the events of a working day leave, as long as was asked for", () => {
  const busy = [
    stretch("2026-11-30T13:00", "2026-11-30T16:40"),
    stretch("2026-11-30T10:00", "2026-11-30T11:00"),
    stretch("2026-11-30T10:30", "2026-11-30T12:00"),
    stretch("2026-11-30T12:15", "2026-11-30T12:15"),
    stretch("2026-11-30T07:00", "2026-11-30T09:15"),
  ];
  expect(texts(freeSlots(busy, asked({})))).toEqual([
    "2026-11-30T09:15 2026-11-30T10:00",
    "2026-11-30T12:00 2026-11-30T13:00",
  ]);
  expect(texts(freeSlots(busy, asked({ minutes: 20 })))).toHaveLength(3);
});

test("what has passed is not free, and a slot begins at five minutes", () => {
  const now = Date.parse("2026-11-30T10:07:30Z");
  expect(texts(freeSlots([], asked({ now })))).toEqual(["2026-11-30T10:10 2026-11-30T17:00"]);
  expect(freeSlots([], asked({ now: Date.parse("2026-11-30T17:00:00Z") }))).toEqual([]);
});

test("a weekend is free of work, unless it is worked on", () => {
  const weekend = { from: "2026-11-28", to: "2026-11-29" };
  expect(freeSlots([], asked(weekend))).toEqual([]);
  expect(freeSlots([], asked({ ...weekend, hours: { ...HOURS, days: EVERY_DAY } }))).toHaveLength(2);
});

test("hours are those of the clock on the wall on both sides of a change, and over it", () => {
  const days = { from: "2026-10-24", to: "2026-10-25", zone: "Europe/Oslo" };
  const day = freeSlots([], asked({ ...days, hours: { ...HOURS, days: EVERY_DAY } }));
  expect(texts(day)).toEqual(["2026-10-24T07:00 2026-10-24T15:00", "2026-10-25T08:00 2026-10-25T16:00"]);
  const night = { from: "01:00", to: "04:00", days: EVERY_DAY };
  const length = (on: string) => {
    const [slot] = freeSlots([], asked({ ...days, from: on, to: on, hours: night }));
    return (slot!.to - slot!.from) / 3_600_000;
  };
  expect([length("2026-10-24"), length("2026-10-25"), length("2026-03-29")]).toEqual([3, 4, 2]);
});

test("whatever happens: slots lie within the hours, apart, touch nothing and leave no room that was free", () => {
  console.info(`CAIRN_SEED=${seed}`);
  const random = randomFrom(seed);
  const pick = (most: number) => Math.floor(random() * most);
  for (let round = 0; round < 300; round++) {
    const zone = ["UTC", "Europe/Oslo", "America/New_York", "Asia/Kathmandu"][pick(4)]!;
    const day = ["2026-03-29", "2026-10-25", "2026-11-01", "2026-06-17"][pick(4)]!;
    const hours = { from: "08:00", to: "18:00", days: EVERY_DAY };
    const [opens, closes] = [
      instantOf(wallOf(`${day}T08:00`), zone),
      instantOf(wallOf(`${day}T18:00`), zone),
    ];
    const busy = Array.from({ length: pick(12) }, () => {
      const from = opens - 3_600_000 + pick(144) * 300_000;
      return { from, to: from + pick(40) * 300_000 };
    });
    const slots = freeSlots(busy, asked({ from: day, to: day, zone, hours, minutes: 5 }));
    const isFree = (at: number) => !busy.some(({ from, to }) => from <= at && at < to);
    for (let at = opens; at < closes; at += 300_000) {
      const isInSlot = slots.filter(({ from, to }) => from <= at && at < to).length;
      expect(isInSlot, `${zone} ${day} ${new Date(at).toISOString()}`).toBe(isFree(at) ? 1 : 0);
    }
    for (const { from, to } of slots) expect(from >= opens && to <= closes && from < to).toBe(true);
  }
});
