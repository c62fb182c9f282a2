import { expect, test } from "vitest";
import { readBoard } from "./read-board.ts";
import { stateOf } from "./read-values.ts";

const NOW = new Date("2026-11-28T12:00Z");
const read = (rows: string[], name = "table.csv") =>
  readBoard(rows.join("\r\n"), name, { zone: "Europe/Berlin", now: NOW });
const daysOf = (rows: string[]) => read(rows).tasks.map(({ task }) => task.dueDate);

test("03/04/2026 is a day of March, unless its table says that days come first", () => {
  expect(daysOf(["Title,Due", "a,03/04/2026", "b,04/13/2026"])).toEqual(["2026-03-04", "2026-04-13"]);
  expect(daysOf(["Title,Due", "a,03/04/2026", "b,13/04/2026"])).toEqual(["2026-04-03", "2026-04-13"]);
  expect(daysOf(["Title,Start,Due", "a,13/04/2026,", "b,,03/04/26 9:30"])).toEqual([null, "2026-04-03"]);
  // As Excel saves it where a comma is that of numbers.
  expect(daysOf(["sep=;", "Title;Due", '"a; b";03/04/2026'])).toEqual(["2026-04-03"]);
  expect(daysOf(["Title,Due", "a,٠٣/٠٤/٢٠٢٦"])).toEqual(["2026-04-03"]);
});

test("where no day says which comes first, whoever imports it says so; where one does, nobody can say otherwise", () => {
  const asked = (rows: string[], isDayFirst: boolean | null = null) => {
    const { dayOrder, tasks } = readBoard(rows.join("\n"), "t.csv", { zone: "UTC", now: NOW, isDayFirst });
    return [dayOrder, tasks[0]!.task.dueDate];
  };
  const open = ["Title,Due", "a,03/04/2026", "b,05/05/2026"];
  expect(asked(open)).toEqual([{ isDayFirst: false, isSure: false }, "2026-03-04"]);
  expect(asked(open, true)).toEqual([{ isDayFirst: true, isSure: false }, "2026-04-03"]);
  expect(
    asked(
      open.map((row) => row.replace(",", ";")),
      false,
    ),
  ).toEqual([{ isDayFirst: false, isSure: false }, "2026-03-04"]);
  expect(asked([...open, "c,13/04/2026"], false)).toEqual([{ isDayFirst: true, isSure: true }, "2026-04-03"]);
  expect(asked([...open, "c,04/13/2026"], true)).toEqual([{ isDayFirst: false, isSure: true }, "2026-03-04"]);
  expect(asked(["Title,Due", "b,05/05/2026"])).toEqual([{ isDayFirst: false, isSure: true }, "2026-05-05"]);
  expect(asked(["Title,Due", "b,2026-05-05"])[0]).toBeNull();
});

test.each([
  ["Apr 3, 2026", "2026-04-03", null],
  ["3-Apr-26", "2026-04-03", null],
  ["03.04.2026", "2026-04-03", null],
  ["2026年4月3日", "2026-04-03", null],
  ["2026-04-03T00:00:00", "2026-04-03", null],
  ["April 3, 2026 2:00 PM", "2026-04-03", "14:00"],
  ["29/02/2026", null, null],
])("due on %j is due on %j at %j", (words, day, time) => {
  const [row] = read(["Title,Due", `a,"${words}"`]).tasks;
  expect(row!.task).toMatchObject({ dueDate: day, dueTime: time });
  expect(row!.task.description).toBe(day === null ? `Due: ${words}` : "");
});

test("a range of Notion is a start and a due day", () => {
  const [row] = read(["Name,Date", 'a,"April 3, 2026 → April 5, 2026"']).tasks;
  expect(row!.task).toMatchObject({ startDate: "2026-04-03", dueDate: "2026-04-05", description: "" });
});

test("parents are found by their titles, as Asana and Notion name them, with what is done", () => {
  const { tasks } = read([
    "Name,Section/Column,Completed At,Parent task",
    "Plan the  orchard,Later,2026-05-01,",
    "Buy trees,,,Plan the orchard",
    "Dig,,,Plan the orchard (https://www.notion.so/Plan-1)",
    "Wait,,,Nobody",
  ]);
  const plan = tasks[0]!;
  expect(plan.isDone).toBe(true);
  expect(tasks.map(({ task }) => task.parentKey)).toEqual([null, plan.task.key, plan.task.key, "Nobody"]);
  expect(tasks.slice(1).map(({ isDone }) => isDone)).toEqual([false, false, false]);
});

test("what is not done is not done", () => {
  expect(["Not Done", "Not done yet", "Not started", "Done ✅", "完了", "In Review"].map(stateOf)).toEqual([
    ...["todo", "todo", "todo", "done", "done", "doing"],
  ]);
  const { tasks } = read(["Name,Done", "a,Yes", "b,No"]);
  expect(tasks.map(({ isDone }) => isDone)).toEqual([true, false]);
});
