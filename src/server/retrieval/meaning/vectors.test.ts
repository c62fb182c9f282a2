import { expect, test } from "vitest";
import { randomFrom } from "#testing/random.ts";
import { seed } from "#testing/run-seed.ts";
import { likeness, toBits, toBytes, topicOf, TOPICS, topicsNear } from "./vectors.ts";

const random = randomFrom(seed);
const aVector = (numbers = 768) =>
  Array.from({ length: numbers }, () => random() + random() + random() - 1.5);
const between = (one: number[], other: number[], share: number) =>
  one.map((number, at) => number * (1 - share) + other[at]! * share);

test("a vector in bytes keeps its direction", () => {
  for (let run = 0; run < 20; run += 1) {
    const [one, other] = [aVector(), aVector()];
    const mixed = between(one, other, 0.4);
    expect(likeness(toBytes(one), toBytes(mixed))).toBeCloseTo(likeness(one, mixed), 2);
    expect(likeness(toBytes(one), one)).toBeGreaterThan(0.999);
  }
  expect(Math.max(...toBytes([3, -7, 1]).map(Math.abs))).toBe(127);
});

test("a vector of zeros is one of nothing, and not of NaN", () => {
  expect([...toBytes([0, 0])]).toEqual([0, 0]);
  expect(likeness([0, 0], [1, 2])).toBe(0);
  expect(toBits([0, 1, -1])).toBe("010");
});

test("the nearest regions hold most neighbors, each region once", () => {
  let found = 0;
  for (let run = 0; run < 300; run += 1) {
    const asked = aVector();
    const neighbor = between(asked, aVector(), 0.45);
    const topics = topicsNear(asked, 32);
    expect(topics[0]).toBe(topicOf(asked));
    expect(new Set(topics).size).toBe(32);
    if (topics.includes(topicOf(neighbor))) found += 1;
  }
  // An eighth of all regions.
  expect(found / 300).toBeGreaterThan(0.75);
  expect(topicsNear(aVector(), TOPICS).toSorted((one, other) => one - other)).toEqual(
    Array.from({ length: TOPICS }, (_, at) => at),
  );
});
