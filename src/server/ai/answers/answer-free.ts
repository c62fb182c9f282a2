import { addDays, isDay, timeIn, wallOf } from "#language/moment.ts";
import { instantOf, wallAt } from "#language/time-zone.ts";
import type { Database } from "../../db/client.ts";
import { freeSlots, type Stretch } from "../../planning/free-slots.ts";
import { clockOfWork } from "../../planning/working-hours.ts";
import { type AccountClock, momentName, timeName } from "./account-clock.ts";
import { addByDay, type AskOf, itemOf, taskItem, within } from "./answer-calendar.ts";
import { nameWithin } from "./answer-tasks.ts";
import { AnswerText, MOST_SHOWN, type PlainAnswer } from "./answer-text.ts";
import { type Happening, happeningIn, type Task, tasksIn } from "./planner-items.ts";

type Deps = { db: Database; clock: AccountClock };

const HOUR = 3_600_000;
const MINUTE = 60_000;
const LEAST_MINUTES = 30;
const ALL_DAYS = [1, 2, 3, 4, 5, 6, 7];

/** What stands in the way on these days, or at this hour; and what working hours leave free beside it. */
export async function answerFree(
  { db, clock }: Deps,
  userId: string,
  { period, at }: AskOf<"free">,
): Promise<PlainAnswer> {
  const days = within(period);
  const [happening, planned] = await Promise.all([
    happeningIn(db, userId, days, clock),
    tasksIn(db, userId, days, clock),
  ]);
  const asked = at === null ? wholeDays(days, clock) : hourFrom(`${days.from}T${at}`, clock);
  const isThen = (each: Stretch) => each.from < asked.to && each.to > asked.from;
  const busy = [
    ...happening.filter(({ start }) => !isDay(start)).map((each) => stretchOf(each, clock)),
    ...planned.flatMap(planOf),
  ];
  const shown = [
    ...happening
      .filter((each) => isDay(each.start) || isThen(stretchOf(each, clock)))
      .map((each) => itemOf(each, days.from)),
    ...planned.filter((task) => planOf(task).some(isThen)).map((task) => taskItem(task, days, clock)),
  ];
  const isBusy = busy.some(isThen);
  const answer = new AnswerText();
  const name = `${nameWithin(period.name)}${at === null ? "" : ` at ${timeName(at, clock)}`}`;
  // Whether "busy" was asked or "free".
  const says = isBusy ? "Something is planned" : "You have nothing at a fixed time";
  answer.add(`**${says} ${name}.**`);
  if (shown.length > 0) addByDay(answer, shown, clock, days.from === days.to);
  if (at === null && isBusy) answer.add(await freeBeside({ db, clock }, userId, days, busy));
  return answer.done();
}

const instant = (moment: string, { zone }: AccountClock) => instantOf(wallOf(moment), zone);

const wholeDays = ({ from, to }: { from: string; to: string }, clock: AccountClock): Stretch => ({
  from: instant(from, clock),
  to: instant(addDays(to, 1), clock),
});

function hourFrom(moment: string, clock: AccountClock): Stretch {
  const from = instant(moment, clock);
  return { from, to: from + HOUR };
}

const stretchOf = ({ start, end }: Happening, clock: AccountClock): Stretch => ({
  from: instant(start, clock),
  to: instant(end, clock),
});

/** Time that is set aside for a task. */
function planOf({ plannedAt, plannedMinutes }: Task): Stretch[] {
  if (plannedAt === null) return [];
  const from = Date.parse(plannedAt);
  return [{ from, to: from + (plannedMinutes ?? 0) * MINUTE }];
}

async function freeBeside(
  { db, clock }: Deps,
  userId: string,
  days: { from: string; to: string },
  busy: readonly Stretch[],
): Promise<string> {
  const { hours } = await clockOfWork(db, userId, clock.now);
  const free = freeSlots(busy, {
    ...days,
    zone: clock.zone,
    hours: { ...hours, days: ALL_DAYS },
    now: clock.now.getTime(),
    minutes: LEAST_MINUTES,
  });
  const shown = (at: number) => new Date(wallAt(at, clock.zone)).toISOString().slice(0, 16);
  const lines = free
    .slice(0, MOST_SHOWN)
    .map(
      ({ from, to }) => `- ${momentName(shown(from), clock)} to ${timeName(timeIn(shown(to)) ?? "", clock)}`,
    );
  return lines.length === 0
    ? "Nothing else is free in your working hours."
    : `Free in your working hours:\n\n${lines.join("\n")}`;
}
