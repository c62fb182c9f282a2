import { expect, test } from "vitest";
import type { Entry } from "../model/entries.ts";
import { dayByKey, spanByKey } from "./keyboard.ts";

const press = (keys: string) => {
  const parts = keys.split("+");
  return {
    key: parts.at(-1)!,
    altKey: parts.includes("Alt"),
    shiftKey: parts.includes("Shift"),
    ctrlKey: false,
    metaKey: false,
  };
};
const of = (start: string, end: string) => ({ kind: "event", span: { start, end } }) as Entry;
const nine = of("2026-11-25T09:00", "2026-11-25T09:30");
const whole = of("2026-11-25", "2026-11-26");

test.each([
  ["Alt+ArrowDown", "week", nine, "2026-11-25T09:15", "2026-11-25T09:45"],
  ["Alt+ArrowRight", "week", nine, "2026-11-26T09:00", "2026-11-26T09:30"],
  ["Alt+ArrowUp", "month", nine, "2026-11-18T09:00", "2026-11-18T09:30"],
  ["Alt+ArrowLeft", "month", whole, "2026-11-24", "2026-11-25"],
  ["Alt+Shift+ArrowDown", "day", nine, "2026-11-25T09:00", "2026-11-25T09:45"],
  ["Alt+Shift+ArrowLeft", "month", whole, "2026-11-25", "2026-11-25"],
] as const)("%s in a %s", (keys, view, entry, start, end) => {
  expect(spanByKey(press(keys), entry, view, false)?.span).toEqual({ start, end });
});

test("days go the other way where one reads from the right, and nothing becomes shorter than a step or a day", () => {
  expect(spanByKey(press("Alt+ArrowRight"), nine, "week", true)?.span.start).toBe("2026-11-24T09:00");
  const short = of("2026-11-25T09:00", "2026-11-25T09:15");
  expect(spanByKey(press("Alt+Shift+ArrowUp"), short, "week", false)).toBeNull();
  expect(spanByKey(press("Alt+Shift+ArrowLeft"), of("2026-11-25", "2026-11-25"), "month", false)).toBeNull();
  expect(spanByKey(press("ArrowRight"), nine, "week", false)).toBeNull();
  expect(dayByKey(press("ArrowDown"), "2026-11-25", "month", false)).toBe("2026-12-02");
  expect(dayByKey(press("ArrowDown"), "2026-11-25", "week", false)).toBeNull();
});
