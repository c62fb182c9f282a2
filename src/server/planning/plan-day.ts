import type { Estimates, Hours, LeftOut, PlannedBlock } from "#contract/planning.ts";
import { addDays, instantAt } from "#language/moment.ts";
import type { Database } from "../db/client.ts";
import { COLUMNS, IS_THERE, type TaskRow, toTask } from "../tasks/task-row.ts";
import { type Happening, whatHappens } from "./busy-time.ts";
import { learnEstimates } from "./estimates.ts";
import { slotOf } from "./find-slots.ts";
import { freeSlots } from "./free-slots.ts";
import { layTasks, type PlanTask } from "./lay-tasks.ts";
import { clockOfWork } from "./working-hours.ts";

type DayPlan = {
  blocks: PlannedBlock[];
  leftOut: LeftOut[];
  existing: { startsAt: string; endsAt: string; title: string; kind: "event" | "task" }[];
  freeMinutes: number;
  hours: Hours;
  estimates: Estimates;
  timeZone: string;
};

const MINUTE = 60_000;
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];

/** A plan of the day, of what is known now. It is a proposal: nothing is written. */
export async function planDay(
  db: Database,
  userId: string,
  { day, now: given }: { day: string; now?: string | undefined },
): Promise<DayPlan> {
  const now = given === undefined ? new Date() : new Date(given);
  const { hours, timeZone } = await clockOfWork(db, userId, now);
  const [existing, estimates, tasks] = await Promise.all([
    happeningOn(db, userId, day, timeZone),
    learnEstimates(db, userId, now),
    tasksFor(db, userId, day, now),
  ]);
  const settled = settledOf(tasks, now);
  const free = freeSlots(existing, {
    from: day,
    to: day,
    zone: timeZone,
    hours: { ...hours, days: EVERY_DAY },
    now: now.getTime(),
    minutes: 1,
  });
  return {
    ...layTasks(
      tasks.filter(({ id }) => !settled.has(id)),
      { day, zone: timeZone, free, estimates, settled },
    ),
    existing: existing.map((one) => ({ ...slotOf(one), title: one.title, kind: one.kind })),
    freeMinutes: free.reduce((sum, { from, to }) => sum + (to - from) / MINUTE, 0),
    hours,
    estimates,
    timeZone,
  };
}

/** What has its time still to come keeps it. */
function settledOf(tasks: readonly PlanTask[], now: Date) {
  const ends = tasks.flatMap(({ id, title, plannedAt, plannedMinutes }) => {
    const end = plannedAt === null ? 0 : Date.parse(plannedAt) + (plannedMinutes ?? 0) * MINUTE;
    return end > now.getTime() ? [[id, { title, end }] as const] : [];
  });
  return new Map(ends);
}

async function happeningOn(db: Database, userId: string, day: string, zone: string): Promise<Happening[]> {
  const all = await whatHappens(db, userId, { from: day, to: day, zone, allDayBlocks: false });
  const [from, to] = [instantAt(day, zone).getTime(), instantAt(addDays(day, 1), zone).getTime()];
  return all.filter((one) => one.from < to && one.to > from).toSorted((one, other) => one.from - other.from);
}

/** Those that could be done on the day, and what they wait for. */
async function tasksFor(db: Database, userId: string, day: string, now: Date): Promise<PlanTask[]> {
  const values = [userId, day, addDays(day, 7), now];
  const rows = await db.queryAs<TaskRow>(userId, CANDIDATES, values, "plan-candidates");
  const tasks = new Map(rows.map((row) => [row.id, toTask(row)]));
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const missing = [...tasks.values()].flatMap(({ waitsFor }) => waitsFor).filter((id) => !tasks.has(id));
    if (missing.length === 0) break;
    const found = await db.queryAs<TaskRow>(userId, WAITED_FOR, [userId, missing], "plan-waited-for");
    if (found.length === 0) break;
    for (const row of found) tasks.set(row.id, toTask(row));
  }
  return [...tasks.values()];
}

/** Longer rows of tasks that wait for each other are not a matter of one day. */
const MOST_ROUNDS = 3;

/** Of a task with open sub-tasks these are what is done. One whose time has passed without its being done needs another. */
const CANDIDATES = `SELECT ${COLUMNS} FROM tasks t WHERE ${IS_THERE} AND NOT t.completed
    AND (t.due_date <= $3 OR t.my_day = $2 OR t.priority = 'high') AND (t.start_date IS NULL OR t.start_date <= $2)
    AND (t.planned_at IS NULL OR t.planned_at + t.planned_minutes * interval '1 minute' <= $4)
    AND NOT EXISTS (SELECT FROM tasks part WHERE part.parent_id = t.id AND part.user_id = $1 AND part.trashed_at IS NULL AND NOT part.completed)
  ORDER BY t.due_date NULLS LAST, t.list_position, t.id LIMIT 500`;

const WAITED_FOR = `SELECT ${COLUMNS} FROM tasks t WHERE ${IS_THERE} AND NOT t.completed AND t.id = ANY ($2::uuid[]) ORDER BY t.id LIMIT 500`;
