import { expect, test } from "vitest";
import { begun, clockWords, paused, phaseOf, readFocus, resumed, shownMs, spentMs } from "./focus.ts";

const task = { id: "t", title: "Paint" };
const minutes = (count: number) => count * 60_000;

test("a timer counts up, leaves pauses out and survives being written down", () => {
  const running = begun(task, "up", 0);
  expect(spentMs(running, minutes(70))).toBe(minutes(70));
  const waiting = paused(running, minutes(70));
  expect([spentMs(waiting, minutes(90)), phaseOf(waiting, minutes(90))]).toEqual([minutes(70), "paused"]);
  const again = readFocus(JSON.stringify(resumed(waiting, minutes(90))))!;
  expect([spentMs(again, minutes(95)), phaseOf(again, minutes(95))]).toEqual([minutes(75), "running"]);
  // The clock was set back.
  expect(spentMs(again, minutes(10))).toBe(minutes(70));
});

test("a round of 25 minutes is followed by a break that does not count, then by the next", () => {
  const round = begun(task, "rounds", 0);
  expect([phaseOf(round, minutes(24)), shownMs(round, minutes(24))]).toEqual(["running", minutes(1)]);
  expect([phaseOf(round, minutes(26)), shownMs(round, minutes(26))]).toEqual(["break", minutes(4)]);
  expect([phaseOf(round, minutes(31)), shownMs(round, minutes(31))]).toEqual(["rested", 0]);
  expect(spentMs(round, minutes(500))).toBe(minutes(25));
  const next = resumed(round, minutes(40));
  expect([phaseOf(next, minutes(50)), spentMs(next, minutes(50))]).toEqual(["running", minutes(35)]);
});

test("time is written as clocks do, and what is no timer is none", () => {
  expect([clockWords(5_000), clockWords(minutes(25)), clockWords(minutes(64) + 5_000)]).toEqual([
    "0:05",
    "25:00",
    "1:04:05",
  ]);
  for (const written of [null, "", "null", "{}", '{"taskId":"t","title":"x","mode":"down","since":1}'])
    expect(readFocus(written)).toBeNull();
});
