import { expect, test } from "vitest";
import { addDays } from "#language/moment.ts";
import { daysPulled, pulledByKey } from "./move-days.ts";

const shift = (instant: string, days: number) => `${addDays(instant.slice(0, 10), days)}${instant.slice(10)}`;
const nothing = { startDate: null, dueDate: null, plannedAt: null };
const both = { ...nothing, startDate: "2026-12-01", dueDate: "2026-12-05" };
/** Due before it starts, which nothing stops people from saying. */
const crossed = { ...nothing, startDate: "2026-12-05", dueDate: "2026-12-01" };

test.each([
  ["whole", 3, both, { startDate: "2026-12-04", dueDate: "2026-12-08" }],
  ["whole", -40, { ...nothing, dueDate: "2026-12-05" }, { dueDate: "2026-10-26" }],
  ["whole", 1, { ...nothing, startDate: "2026-12-31" }, { startDate: "2027-01-01" }],
  ["whole", 2, { ...nothing, plannedAt: "2026-12-03T09:00Z" }, { plannedAt: "2026-12-05T09:00Z" }],
  // The time that is set aside for what has a day is moved on the calendar.
  [
    "whole",
    2,
    { ...both, plannedAt: "2026-12-03T09:00Z" },
    { startDate: "2026-12-03", dueDate: "2026-12-07" },
  ],
  ["whole", 0, both, null],
  ["whole", 2, nothing, null],
  ["start", 2, both, { startDate: "2026-12-03" }],
  ["start", 9, both, { startDate: "2026-12-05" }],
  ["end", -9, both, { dueDate: "2026-12-01" }],
  ["end", 4, both, { dueDate: "2026-12-09" }],
  ["end", -1, { ...both, dueDate: "2026-12-01" }, null],
  ["start", -2, crossed, { dueDate: "2026-11-29" }],
  ["end", 2, crossed, { startDate: "2026-12-07" }],
  ["end", 1, { ...nothing, dueDate: "2026-12-05" }, null],
  ["start", 1, { ...nothing, startDate: "2026-12-05" }, null],
] as const)(
  "pulled by its %s for %i days, a task of %o gets %o and nothing else",
  (edge, by, task, wanted) => {
    expect(daysPulled(task, { edge, by }, shift)).toEqual(wanted);
  },
);

test("Alt and an arrow move by a day or a week, with Shift the end, and the other way where days begin at the right", () => {
  const press = (key: string, given = {}, isRightToLeft = false) =>
    pulledByKey(
      { key, altKey: true, shiftKey: false, ctrlKey: false, metaKey: false, ...given },
      isRightToLeft,
    );
  expect(press("ArrowRight")).toEqual({ edge: "whole", by: 1 });
  expect(press("ArrowRight", {}, true)).toEqual({ edge: "whole", by: -1 });
  expect(press("ArrowLeft", { shiftKey: true })).toEqual({ edge: "end", by: -1 });
  expect(press("ArrowDown")).toEqual({ edge: "whole", by: 7 });
  expect(press("ArrowUp", {}, true)).toEqual({ edge: "whole", by: -7 });
  for (const given of [{ altKey: false }, { ctrlKey: true }, { metaKey: true }])
    expect(press("ArrowRight", given)).toBeNull();
  expect(press("Enter")).toBeNull();
});
