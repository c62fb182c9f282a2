import { expect, test } from "vitest";
import { toCsv } from "./chart-files.ts";
import { barsOf, legendOf, scaleOf } from "./bars.ts";
import { type ChartRow, rowsByDay, rowsByHour } from "./chart-rows.ts";
import { faultOf, movedBy, periodOf, searchOf, shownPeriod } from "./periods.ts";
import { reviewText } from "./weekly-review.ts";

const day = (of: string, added: number, removed = 0, written = added) => ({
  day: of,
  added,
  removed,
  written,
});

test("a short period has a bar for each day, a long one a bar for seven days that ends with it, and no word is lost", () => {
  const month = periodOf("30", "2026-03-01");
  expect(month).toEqual({ from: "2026-01-31", to: "2026-03-01" });
  const days = [day("2026-01-31", 5, 2), day("2026-02-15", 7), day("2026-03-01", 11, 4, 6)];
  const short = rowsByDay(days, month);
  expect(short).toHaveLength(30);
  expect(short[0]).toMatchObject({ from: "2026-01-31", to: "2026-01-31", value: 5, removed: 2 });
  expect(short.at(-1)).toMatchObject({ from: "2026-03-01", value: 11, removed: 4, written: 6 });
  const long = rowsByDay(days, periodOf("year", "2026-03-01"));
  expect(long).toHaveLength(53);
  expect(long[0]).toMatchObject({ from: "2025-03-02", to: "2025-03-02" });
  expect(long.at(-1)).toMatchObject({ from: "2026-02-23", to: "2026-03-01", value: 11, removed: 4 });
  expect(long.reduce((sum, { value }) => sum + value, 0)).toBe(23);
  expect(long.reduce((sum, { removed }) => sum + removed!, 0)).toBe(6);
});

test("hours of the day have the names of the reader's clock", () => {
  const hours = Array.from({ length: 24 }, (_, hour) => hour);
  // As a device kept it before removed words were told.
  expect(rowsByHour({ hours })[5]).toMatchObject({ value: 5, removed: 0, written: 5 });
  const rows = rowsByHour({
    hours,
    byHour: hours.map((hour) => ({ added: hour, removed: 24 - hour, written: 0 })),
  });
  expect(rows[5]).toMatchObject({ value: 5, removed: 19, written: 0 });
  expect(rows.map(({ value }) => value)).toEqual(Array.from({ length: 24 }, (_, hour) => hour));
  expect(new Set(rows.map(({ label }) => label)).size).toBe(24);
});

test("a CSV file has a row for each bar, columns for what was added, removed and typed, and no cell is a formula", () => {
  const lines = (rows: ChartRow[]) => toCsv({ title: "Time", rows }).split("\r\n");
  expect(
    lines([
      { key: "a", label: 'Walls, "dry"', value: 4 },
      { key: "b", label: "=1+1", value: 0 },
    ]),
  ).toEqual(['"Name","Time"', '"Walls, ""dry""",4', `"'=1+1",0`]);
  expect(lines([{ key: "a", label: "Walls", value: 4, removed: 3 }])).toEqual([
    '"Name","Words added","Words removed"',
    '"Walls",4,3',
  ]);
  expect(lines([{ key: "a", label: "Walls", value: 4, removed: 3, written: 2 }])).toEqual([
    '"Name","Words added","Words removed","Words written"',
    '"Walls",4,3,2',
  ]);
});

test("a column has what was typed next to the axis, what was added otherwise above it, and what was removed below", () => {
  const row = { key: "a", label: "Walls", value: 60, written: 40, removed: 20 };
  const scale = scaleOf([row]);
  expect(scale).toEqual({ up: 60, down: 20, isCut: false });
  expect(barsOf(row, scale, 80, 1)).toEqual([
    { part: "typed", top: 20, height: 40 },
    { part: "otherwise", top: 0, height: 20 },
    { part: "removed", top: 60, height: 20 },
  ]);
  expect(legendOf([row]).map(({ name }) => name)).toEqual(["Typed", "Added otherwise", "Removed"]);
  expect(legendOf([{ ...row, written: undefined, removed: 0 }]).map(({ name }) => name)).toEqual(["Added"]);
});

test("a large import doesn't make the bars of other days too small to see", () => {
  const rows = [
    { key: "a", label: "Import", value: 90_000, written: 0, removed: 0 },
    { key: "b", label: "Day", value: 500, written: 500, removed: 100 },
  ];
  const scale = scaleOf(rows);
  expect(scale).toEqual({ up: 1_000, down: 100, isCut: true });
  expect(barsOf(rows[0]!, scale, 110, 1)).toEqual([{ part: "otherwise", top: 0, height: 100 }]);
  expect(barsOf(rows[1]!, scale, 110, 1)[0]).toEqual({ part: "typed", top: 50, height: 50 });
  // Where nothing else was done, it is as high as it is.
  expect(scaleOf([rows[0]!])).toEqual({ up: 90_000, down: 0, isCut: false });
});

test("a weekly review links its notes by their titles as text, and leaves out what is not there", () => {
  const figures = {
    ...{ added: 1200, removed: 30, written: 1100, activeDays: 5, notes: 1, sessions: 6, minutes: 95 },
    ...{ wordsAnHour: 700, tasksDone: 4, tasksSlipped: 1 },
  };
  const before = { ...figures, written: 900 };
  const note = {
    noteId: "0190a0b0-0000-7000-8000-000000000001",
    title: "A [wall] | *dry*",
    added: 1200,
    removed: 30,
  };
  const gone = { ...note, noteId: null, title: null };
  const text = reviewText({ now: figures, before }, [note, gone], ["Call # the firm"]);
  expect(text).toContain("| Words written | 1,100 | 900 |");
  expect(text).toContain("| Words added | 1,200 | 1,200 |\n| Words removed | 30 | 30 |");
  expect(text).toContain("| Time writing | 1 h 35 min | 1 h 35 min |");
  expect(text).toContain(
    String.raw`- [A \[wall\] \| \*dry\*](/app/editor/${note.noteId}): 1,200 words added, 30 removed`,
  );
  expect(text.match(/\/app\/editor\//g)).toHaveLength(1);
  expect(text).toContain(String.raw`- Call \# the firm`);
  const cut = reviewText({ now: figures, before }, [{ ...note, added: 1, removed: 6 }], []);
  expect(cut).toContain(": 1 word added, 6 removed");
  const empty = reviewText({ now: figures, before }, [], []);
  expect(empty).not.toContain("## Tasks that slipped");
  expect(empty).not.toContain("## Notes");
});

test("a period is of the last days, or from one day to another; what is none shows the last thirty days", () => {
  const today = "2026-03-01";
  const own = { from: "2025-12-24", to: "2026-01-06" };
  expect(shownPeriod({ period: "7" }, today)).toEqual({ period: periodOf("7", today), length: "7" });
  expect(shownPeriod(own, today)).toEqual({ period: own, length: null });
  for (const none of [
    {},
    { period: "constructor" },
    { from: own.from },
    { from: own.to, to: own.from },
    { from: "2026-02-31x", to: today },
    { from: "2026-02-20", to: "2026-02-30" },
    { from: "2026-02-30", to: "2026-03-10" },
    { from: "0001-01-01", to: "0001-01-02" },
    { from: "9999-12-30", to: "9999-12-31" },
    { from: "2024-01-01", to: today },
  ])
    expect(shownPeriod(none, today), JSON.stringify(none)).toEqual({
      period: periodOf("30", today),
      length: "30",
    });
  expect(faultOf({ from: "", to: today })).toBe("empty");
  expect(faultOf({ from: own.to, to: own.from })).toBe("backwards");
  expect(faultOf({ from: "2025-01-25", to: today })).toBe("long");
  expect(faultOf({ from: "2025-01-26", to: today })).toBe(null);
});

test("earlier and later go by the days of the period, at most to today, and back there it is a length again", () => {
  const today = "2026-03-01";
  const month = periodOf("30", today);
  const before = movedBy(month, -1, today);
  expect(before).toEqual({ from: "2026-01-01", to: "2026-01-30" });
  expect(searchOf(before, today)).toEqual(before);
  expect(searchOf(movedBy(before, 1, today), today)).toEqual({ period: "30" });
  const own = { from: "2026-02-10", to: "2026-02-19" };
  expect(movedBy(own, 1, today)).toEqual({ from: "2026-02-20", to: today });
});
