import { expect, test } from "vitest";
import type { Task } from "#contract/tasks.ts";
import { addDays, daysFrom } from "#language/moment.ts";
import { randomFrom } from "#testing/random.ts";
import { seed } from "#testing/run-seed.ts";
import { blankTask } from "../../../kernel/tasks/task-mutations.ts";
import { arrange, daysOf } from "./arrange.ts";
import { barOf, linksOf, placeOf, scaleOf, ticksOf } from "./scale.ts";

const TODAY = "2026-11-28";
const dayAt = (instant: string) => instant.slice(0, 10);

const aTask = (id: string, given: Partial<Task> = {}): Task => ({
  ...blankTask(id, { title: id }),
  position: 0,
  ...given,
});

test.each([
  [{ startDate: "2026-12-01", dueDate: "2026-12-05" }, ["2026-12-01", "2026-12-05"]],
  [{ dueDate: "2026-12-05" }, ["2026-12-05", "2026-12-05"]],
  [{ startDate: "2026-12-01" }, ["2026-12-01", "2026-12-01"]],
  // Due before it starts: both days are shown.
  [{ startDate: "2026-12-05", dueDate: "2026-12-01" }, ["2026-12-01", "2026-12-05"]],
  [{ plannedAt: "2026-12-03T09:00:00.000Z" }, ["2026-12-03", "2026-12-03"]],
  [{ plannedAt: "2026-12-03T09:00:00.000Z", dueDate: "2026-12-09" }, ["2026-12-09", "2026-12-09"]],
  [{}, null],
])("a task with %o lasts %o", (given, wanted) => {
  const days = daysOf(aTask("a", given), dayAt);
  expect(days && [days.first, days.last]).toEqual(wanted);
});

test("sub-tasks stand under their task by their days, and a task without a day with a sub-task that has one", () => {
  const { rows, undated } = arrange(
    [
      aTask("roof", { startDate: "2026-12-10" }),
      aTask("walls"),
      aTask("bricks", { parentId: "walls", dueDate: "2026-12-08" }),
      aTask("sand", { parentId: "walls", dueDate: "2026-12-02" }),
      aTask("paint", { parentId: "walls" }),
      aTask("song"),
      aTask("of another project", { parentId: "not here", dueDate: "2026-12-04" }),
    ],
    dayAt,
  );
  expect(rows.map(({ task, depth, days }) => [task.id, depth, days?.first])).toEqual([
    ["walls", 0, undefined],
    ["sand", 1, "2026-12-02"],
    ["bricks", 1, "2026-12-08"],
    ["of another project", 0, "2026-12-04"],
    ["roof", 0, "2026-12-10"],
  ]);
  expect(undated.map(({ id }) => id)).toEqual(["paint", "song"]);
});

test("what starts before something it waits for ends is late, until that or itself is done", () => {
  const dig = aTask("dig", { startDate: "2026-12-01", dueDate: "2026-12-05" });
  const plant = aTask("plant", { startDate: "2026-12-03", dueDate: "2026-12-08", waitsFor: ["dig", "gone"] });
  const lateOf = (...tasks: Task[]) =>
    arrange(tasks, dayAt)
      .rows.filter(({ late }) => late.length > 0)
      .map(({ task, late }) => [task.id, late.map(({ id }) => id)]);
  expect(lateOf(dig, plant)).toEqual([["plant", ["dig"]]]);
  expect(lateOf(dig, { ...plant, startDate: "2026-12-05" })).toEqual([]);
  expect(lateOf({ ...dig, completed: true }, plant)).toEqual([]);
  expect(lateOf(dig, { ...plant, completed: true })).toEqual([]);
  const { rows } = arrange([dig, plant], dayAt);
  expect(linksOf(rows, scaleOf([], TODAY), 0, 36)).toMatchObject([{ key: "dig plant", isLate: true }]);
});

test("a few weeks are counted in days, a year in weeks, and what is twenty years away stands at the edge", () => {
  const unitOf = (first: string, last: string) => {
    const { unit, days } = scaleOf([{ first, last }], TODAY);
    return [unit, days];
  };
  expect(unitOf("2026-11-28", "2026-11-28")).toEqual(["day", 28]);
  expect(unitOf("2026-11-20", "2027-03-01")).toMatchObject(["week", 109]);
  expect(unitOf("2026-01-01", "2027-12-31")).toMatchObject(["week", 737]);
  expect(unitOf("0202-01-01", "9999-12-31")[0]).toBe("month");
  const scale = scaleOf([{ first: "0202-01-01", last: "9999-12-31" }], TODAY);
  expect(barOf({ first: "0202-01-01", last: "0202-01-02" }, scale)).toEqual({ x: 0, width: 8 });
  const weeks = ticksOf(scaleOf([{ first: "2026-11-20", last: "2027-03-01" }], TODAY), 1);
  expect(weeks.filter(({ isMinor }) => isMinor).slice(0, 2)).toMatchObject([
    { day: "2026-11-23" },
    { day: "2026-11-30" },
  ]);
});

const TRIALS = 100;

/** Tasks that hang from each other, wait for each other, and have days, wrong ones among them. */
function someTasks(random: () => number): Task[] {
  const count = 1 + Math.floor(random() * 40);
  const id = () => `t${Math.floor(random() * count)}`;
  const day = () =>
    random() < 0.5
      ? null
      : addDays(TODAY, Math.round((random() - 0.5) * (random() < 0.05 ? 20_000 : random() < 0.5 ? 40 : 900)));
  return Array.from({ length: count }, (_, index) =>
    aTask(`t${index}`, {
      startDate: day(),
      dueDate: day(),
      plannedAt: random() < 0.2 ? "2026-12-03T09:00:00.000Z" : null,
      parentId: random() < 0.4 ? id() : null,
      waitsFor: random() < 0.5 ? [id(), id()] : [],
      position: Math.floor(random() * 4),
      completed: random() < 0.2,
    }),
  );
}

test("no bar stands outside, each task has one place, and their order is that of the tasks, not of the answer", () => {
  for (let trial = 0; trial < TRIALS; trial++) {
    const random = randomFrom(seed + trial);
    const tasks = someTasks(random);
    const { rows, undated } = arrange(tasks, dayAt);
    const because = `seed ${seed + trial}`;
    const places = [...rows.map(({ task }) => task.id), ...undated.map(({ id }) => id)];
    expect(places.toSorted(), because).toEqual(tasks.map(({ id }) => id).toSorted());

    const scale = scaleOf(
      rows.flatMap(({ days }) => days ?? []),
      TODAY,
    );
    expect(scale.width, because).toBeLessThanOrEqual(12_001);
    expect(placeOf(TODAY, scale), because).toBeLessThanOrEqual(scale.width);
    for (const { days } of rows) {
      if (!days) continue;
      const { x, width } = barOf(days, scale);
      expect(x, because).toBeGreaterThanOrEqual(0);
      expect(width, because).toBeGreaterThanOrEqual(8);
      expect(x + width, because).toBeLessThanOrEqual(scale.width + 0.001);
      if (Math.abs(daysFrom(TODAY, days.first)) < 3000)
        expect(x, because).toBeLessThanOrEqual(placeOf(days.first, scale) + 0.001);
    }
    for (const { path } of linksOf(rows, scale, 2, 36)) expect(path, because).not.toContain("NaN");
  }
});

test("the same tasks in another order give the same rows, where none hangs from itself", () => {
  for (let trial = 0; trial < TRIALS; trial++) {
    const random = randomFrom(seed + trial);
    // A parent comes before its sub-tasks, so that there is no circle.
    const tasks = someTasks(random).map((task, index, all) => {
      const parent = all.findIndex(({ id }) => id === task.parentId);
      return parent >= index ? { ...task, parentId: null } : task;
    });
    const shuffled = tasks
      .map((task) => ({ task, at: random() }))
      .toSorted((one, other) => one.at - other.at)
      .map(({ task }) => task);
    expect(arrange(shuffled, dayAt), `seed ${seed + trial}`).toEqual(arrange(tasks, dayAt));
  }
});
