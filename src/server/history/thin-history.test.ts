import fc from "fast-check";
import { expect, test } from "vitest";
import { seed } from "#testing/run-seed.ts";
import { planThinning } from "./thin-history.ts";

fc.configureGlobal({ seed });

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const NOW = Date.UTC(2026, 10, 20, 12);

const chunk = (throughId: number, agoMs: number, grain = 0) => ({
  fromId: throughId - 4,
  throughId,
  startedAt: new Date(NOW - agoMs - 60_000),
  endedAt: new Date(NOW - agoMs),
  actorIds: [],
  wordCount: 1,
  wordsAdded: 1,
  wordsRemoved: 0,
  grain,
});
const idsOf = (groups: ReturnType<typeof planThinning>) =>
  groups.map(({ grain, chunks }) => [grain, ...chunks.map(({ throughId }) => throughId)]);

test("the last day stays as it is, then one an hour, after eight days one a day", () => {
  const chunks = [
    chunk(10, 10 * DAY + 3 * HOUR),
    chunk(20, 10 * DAY + 2 * HOUR),
    chunk(30, 2 * DAY - 10 * 60_000),
    chunk(40, 2 * DAY - 20 * 60_000),
    chunk(50, 2 * DAY - 70 * 60_000),
    chunk(60, 2 * HOUR),
    chunk(70, HOUR),
  ];
  expect(idsOf(planThinning(chunks, [], NOW))).toEqual([
    [2, 10, 20],
    [1, 30, 40],
    [1, 50],
  ]);
});

test("nothing is merged over a version that somebody named", () => {
  const chunks = [10, 20, 30, 40].map((id) => chunk(id, 20 * DAY - id * 60_000));
  expect(idsOf(planThinning(chunks, [20], NOW))).toEqual([
    [2, 10, 20],
    [2, 30, 40],
  ]);
});

test("what is thinned already is left alone, and planning again finds nothing to do", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 40 * DAY }), { maxLength: 40 }), (ages) => {
      const chunks = ages.toSorted((a, b) => b - a).map((age, index) => chunk(10 * (index + 1), age));
      const planned = planThinning(chunks, [], NOW);
      const merged = planned.map(({ grain, chunks: members }) => ({
        ...members.at(-1)!,
        fromId: members[0]!.fromId,
        grain,
      }));
      const touched = new Set(planned.flatMap((group) => group.chunks));
      const left = [...merged, ...chunks.filter((one) => !touched.has(one))].toSorted(
        (a, b) => a.throughId - b.throughId,
      );
      expect(planThinning(left, [], NOW)).toEqual([]);
      expect(left.length).toBeLessThanOrEqual(chunks.length);
    }),
  );
});
