import { expect, test } from "vitest";
import { createInteractions, createShifts } from "./web-vitals.ts";

test("the events of one press count once, by the longest, and moves of the pointer do not count", () => {
  const interactions = createInteractions();
  expect(interactions.add({ interactionId: 0, duration: 900 })).toBeUndefined();
  expect(interactions.add({ interactionId: 1, duration: 48 })).toBe(48);
  expect(interactions.add({ interactionId: 1, duration: 120 })).toBe(120);
  expect(interactions.add({ interactionId: 2, duration: 64 })).toBe(120);
  expect(interactions.add({ interactionId: 0, duration: 900 })).toBe(120);
});

test("one outlier of fifty interactions is forgiven", () => {
  const interactions = createInteractions();
  interactions.add({ interactionId: 1, duration: 1000 });
  for (let id = 2; id < 50; id += 1) interactions.add({ interactionId: id, duration: 50 });
  expect(interactions.add({ interactionId: 50, duration: 80 })).toBe(80);
});

test("shifts are summed while they come close together, and the worst run is told", () => {
  const shifts = createShifts();
  const at = (startTime: number, value: number, hadRecentInput = false) =>
    shifts.add({ startTime, value, hadRecentInput });
  at(100, 0.1);
  expect(at(900, 0.1)).toBeCloseTo(0.2);
  expect(at(950, 0.5, true)).toBeCloseTo(0.2);
  expect(at(2500, 0.15)).toBeCloseTo(0.2);
  for (const time of [3300, 4100, 4900, 5700, 6500, 7300]) at(time, 0.05);
  // 2500 to 7300 is one run of 0.15 and six of 0.05; what comes after five seconds starts another.
  expect(at(7499, 0.01)).toBeCloseTo(0.46);
  expect(at(7501, 0.3)).toBeCloseTo(0.46);
});
