import { expect, test } from "vitest";
import { defineFields, readSettings } from "./settings.ts";

const fields = defineFields({
  name: { kind: "text", label: "Name", initial: "Anna", most: 5 },
  count: { kind: "number", label: "Count", initial: 3, min: 1, max: 9 },
  look: { kind: "choice", label: "Look", initial: "a", options: { a: "A", b: "B" } },
  isOn: { kind: "switch", label: "On", initial: true },
  day: { kind: "day", label: "Day", initial: "2026-01-01" },
});
const DEFAULTS = { name: "Anna", count: 3, look: "a", isOn: true, day: "2026-01-01" };

test("what is stored is taken where it fits", () => {
  const stored = { name: "Bob", count: 4, look: "b", isOn: false, day: "2027-02-03" };
  expect(readSettings(fields, stored)).toEqual(stored);
});

test("what is missing, of another kind or of a later version is the default", () => {
  expect(readSettings(fields, {})).toEqual(DEFAULTS);
  const odd = { name: 7, count: "4", look: "toString", isOn: "yes", day: "tomorrow", more: 1 };
  expect(readSettings(fields, odd)).toEqual(DEFAULTS);
  expect(readSettings(fields, { count: Number.NaN })).toEqual(DEFAULTS);
});

test("numbers outside their bounds are the nearest inside, and long words are cut", () => {
  expect(readSettings(fields, { count: -5, name: "Bartholomew" })).toMatchObject({ count: 1, name: "Barth" });
  expect(readSettings(fields, { count: 50 }).count).toBe(9);
});
