import { describe, expect, test } from "vitest";
import { randomFrom } from "#testing/random.ts";
import { seed } from "#testing/run-seed.ts";
import { estimatesFrom } from "./estimates.ts";
import type { Stretch } from "./free-slots.ts";
import { layTasks, minutesFor, type PlanTask, reasonFor } from "./lay-tasks.ts";

const DAY = "2027-01-04";
const at = (time: string) => Date.parse(`${DAY}T${time}Z`);
const free = (...spans: [string, string][]): Stretch[] =>
  spans.map(([from, to]) => ({ from: at(from), to: at(to) }));
const KNOWN = { factor: 1, samples: 0 };

let count = 0;
const task = (given: Partial<PlanTask>): PlanTask => {
  count += 1;
  return {
    id: `task-${String(count).padStart(6, "0")}`,
    title: `Task ${count}`,
    priority: "medium",
    position: count,
    dueDate: null,
    dueTime: null,
    estimateMinutes: 30,
    spentMinutes: 0,
    myDay: null,
    waitsFor: [],
    plannedAt: null,
    plannedMinutes: null,
    ...given,
  };
};

const lay = (tasks: PlanTask[], slots: Stretch[], estimates = KNOWN) =>
  layTasks(tasks, { day: DAY, zone: "UTC", free: slots, estimates });
const lines = (tasks: PlanTask[], slots: Stretch[], estimates = KNOWN) =>
  lay(tasks, slots, estimates).blocks.map(
    ({ title, startsAt, endsAt, why }) =>
      `${startsAt.slice(11, 16)}-${endsAt.slice(11, 16)} ${title} ${why.reason}`,
  );

describe("a plan", () => {
  test("has first what is due, then My Day, then what is due soon, then what is important", () => {
    const tasks = [
      task({ title: "important", priority: "high" }),
      task({ title: "soon", dueDate: "2027-01-06" }),
      task({ title: "my day", myDay: DAY }),
      task({ title: "today low", dueDate: DAY, priority: "low" }),
      task({ title: "late", dueDate: "2027-01-02" }),
      task({ title: "today high", dueDate: DAY, priority: "high" }),
      task({ title: "some day" }),
      task({ title: "far", dueDate: "2027-02-04" }),
    ];
    expect(lines(tasks, free(["09:00", "12:30"]))).toEqual([
      "09:00-09:30 today high due-today",
      "09:30-10:00 late overdue",
      "10:00-10:30 today low due-today",
      "10:30-11:00 my day my-day",
      "11:00-11:30 soon due-soon",
      "11:30-12:00 important high-priority",
    ]);
  });

  test("keeps each in one piece, and says how much room there was for what did not fit", () => {
    const tasks = [
      task({ title: "long", dueDate: DAY, estimateMinutes: 100 }),
      task({ title: "short", myDay: DAY, estimateMinutes: 45 }),
    ];
    const plan = lay(tasks, free(["09:00", "10:00"], ["11:00", "12:00"]));
    expect(plan.blocks.map(({ title, startsAt }) => [title, startsAt])).toEqual([
      ["short", `${DAY}T09:00:00.000Z`],
    ]);
    expect(plan.leftOut).toMatchObject([{ title: "long", reason: "no-room", minutes: 100, longestFree: 60 }]);
  });

  test("ends before the time a task is due while there is room, and says when there was none", () => {
    const tasks = [
      task({ title: "any time", dueDate: DAY, priority: "high" }),
      task({ title: "by ten", dueDate: DAY, dueTime: "10:00", priority: "low" }),
      task({ title: "by nine", dueDate: DAY, dueTime: "09:00" }),
    ];
    const { blocks } = lay(tasks, free(["09:00", "12:00"]));
    expect(blocks.map(({ title, why }) => [title, why.isAfterDueTime])).toEqual([
      ["by nine", true],
      ["by ten", false],
      ["any time", false],
    ]);
  });

  test("puts what a task waits for before it, and leaves out what waits for what has no place", () => {
    const first = task({ title: "first" });
    const second = task({ title: "second", dueDate: DAY, waitsFor: [first.id, "done-long-ago"] });
    expect(lines([second, task({ title: "other", myDay: DAY }), first], free(["09:00", "11:00"]))).toEqual([
      "09:00-09:30 first comes-before",
      "09:30-10:00 second due-today",
      "10:00-10:30 other my-day",
    ]);
    const long = { ...first, estimateMinutes: 300 };
    const { blocks, leftOut } = lay([long, second], free(["09:00", "11:00"]));
    expect(blocks).toEqual([]);
    expect(leftOut.map(({ title, reason }) => [title, reason])).toEqual([
      ["first", "no-room"],
      ["second", "waits"],
    ]);
    const [one, other] = [task({ dueDate: DAY }), task({ dueDate: DAY })];
    const circle = lay(
      [
        { ...one, waitsFor: [other.id] },
        { ...other, waitsFor: [one.id] },
      ],
      free(["09:00", "11:00"]),
    );
    expect(circle.leftOut.map(({ reason }) => reason)).toEqual(["waits", "waits"]);
  });
});

test("time is what is left of an estimate, as far as estimates are right, in steps of five minutes", () => {
  const minutes = (estimateMinutes: number | null, spentMinutes = 0, factor = 1) =>
    minutesFor({ estimateMinutes, spentMinutes }, factor);
  expect([minutes(null), minutes(60), minutes(60, 40), minutes(60, 90)]).toEqual([30, 60, 20, 15]);
  expect([minutes(60, 0, 1.4), minutes(null, 0, 1.4), minutes(33)]).toEqual([85, 30, 35]);
});

test("how far estimates miss is the median of enough tasks, within reason", () => {
  const of = (spent: number) => ({ estimate: 60, spent });
  const seven = [60, 90, 90, 90, 90, 90, 600].map(of);
  expect(estimatesFrom(seven)).toEqual({ factor: 1, samples: 7 });
  expect(estimatesFrom([...seven, of(120)])).toEqual({ factor: 1.5, samples: 8 });
  expect(estimatesFrom(Array.from({ length: 9 }, () => of(6000)))).toEqual({ factor: 3, samples: 9 });
});

test("of any tasks and times: blocks lie in free time and apart, what is due goes first, and the same gives the same", () => {
  console.info(`CAIRN_SEED=${seed}`);
  const random = randomFrom(seed);
  const pick = (most: number) => Math.floor(random() * most);
  for (let round = 0; round < 300; round++) {
    const slots: Stretch[] = [];
    for (let from = at("06:00") + pick(60) * 60_000; slots.length < 5;) {
      const to = from + (5 + pick(150)) * 60_000;
      slots.push({ from, to });
      from = to + (1 + pick(90)) * 60_000;
    }
    const tasks: PlanTask[] = [];
    for (let index = 0; index < pick(25); index++)
      tasks.push(
        task({
          priority: (["high", "medium", "low"] as const)[pick(3)]!,
          dueDate: [null, DAY, DAY, "2027-01-01", "2027-01-08", "2027-03-01"][pick(6)]!,
          dueTime: [null, null, "10:00", "14:00"][pick(4)]!,
          estimateMinutes: [null, 15, 45, 90, 200][pick(5)]!,
          spentMinutes: pick(30),
          myDay: [null, DAY][pick(2)]!,
          waitsFor: pick(6) === 0 && tasks.length > 0 ? [tasks[pick(tasks.length)]!.id] : [],
        }),
      );
    const estimates = { factor: 0.5 + pick(20) / 10, samples: 9 };
    const { blocks, leftOut } = lay(tasks, slots, estimates);
    expect(lay(tasks.toReversed(), slots, estimates)).toEqual({ blocks, leftOut });

    const spans = blocks.map(({ startsAt, endsAt }) => ({
      from: Date.parse(startsAt),
      to: Date.parse(endsAt),
    }));
    for (const [index, span] of spans.entries()) {
      expect(slots.some(({ from, to }) => from <= span.from && span.to <= to)).toBe(true);
      expect(span.from).toBeGreaterThanOrEqual(spans[index - 1]?.to ?? 0);
    }
    const sum = (all: readonly Stretch[]) => all.reduce((total, { from, to }) => total + to - from, 0);
    expect(sum(spans)).toBeLessThanOrEqual(sum(slots));

    const byId = new Map(tasks.map((one) => [one.id, one]));
    const planned = new Map(blocks.map((block) => [block.taskId, block]));
    const isDue = (one: PlanTask) => ["overdue", "due-today"].includes(reasonFor(one, DAY) ?? "");
    const told = [...blocks, ...leftOut].map(({ taskId }) => taskId);
    expect(new Set(told).size).toBe(told.length);
    expect(told).toEqual(expect.arrayContaining(tasks.filter(isDue).map(({ id }) => id)));
    for (const { taskId, startsAt } of blocks)
      for (const id of byId.get(taskId)!.waitsFor)
        if (byId.has(id)) expect(planned.get(id)!.endsAt <= startsAt).toBe(true);

    // Had the others not been there, what is due would have found no more room.
    const others = new Set(tasks.flatMap((one) => (isDue(one) ? [] : [one.id])));
    if (tasks.some(({ waitsFor }) => waitsFor.some((id) => others.has(id)))) continue;
    const dueAlone = lay(tasks.filter(isDue), slots, estimates);
    const ofDue = ({ taskId }: { taskId: string }) => !others.has(taskId);
    expect(dueAlone.blocks).toEqual(blocks.filter(ofDue));
  }
});
