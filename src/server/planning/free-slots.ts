import type { Hours } from "#contract/planning.ts";
import { addDays, wallOf } from "#language/moment.ts";
import { instantOf } from "#language/time-zone.ts";

/** From one instant to another, in milliseconds; the end is not part of it. */
export type Stretch = { from: number; to: number };

const MINUTE = 60_000;
/** Nobody begins at 10:07. */
const STEP_MINUTES = 5;

type Asked = {
  /** Days on the clock of `zone`, both included. */
  from: string;
  to: string;
  zone: string;
  hours: Pick<Hours, "from" | "to" | "days">;
  /** What is earlier has passed. */
  now: number;
  minutes: number;
};

/**
 * What working hours leave free of what happens, by its start. Hours are of the clock on the wall: a working day of 9 to 17 begins at 9 also
 * on the day when clocks change, and hours over that change are an hour shorter or longer.
 */
export function freeSlots(busy: readonly Stretch[], asked: Asked): Stretch[] {
  const { from, to, zone, hours, now, minutes } = asked;
  const taken = joined(busy);
  const free: Stretch[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) {
    if (!hours.days.includes(weekdayIn(day))) continue;
    const opens = Math.max(instantOf(wallAtTime(day, hours.from), zone), nextStep(now));
    const closes = instantOf(wallAtTime(day, hours.to), zone);
    free.push(...without(taken, { from: opens, to: closes }));
  }
  return free.filter((slot) => slot.to - slot.from >= minutes * MINUTE);
}

/** 24:00 is the midnight after it. */
const wallAtTime = (day: string, time: string) =>
  time === "24:00" ? wallOf(addDays(day, 1)) : wallOf(`${day}T${time}`);

/** 1 is Monday, 7 Sunday. */
const weekdayIn = (day: string) => new Date(wallOf(day)).getUTCDay() || 7;

const nextStep = (instant: number) => Math.ceil(instant / (STEP_MINUTES * MINUTE)) * STEP_MINUTES * MINUTE;

/** In their order, with those that touch or overlap as one; what has no length takes no time. */
function joined(stretches: readonly Stretch[]): Stretch[] {
  const sorted = stretches
    .filter(({ from, to }) => to > from)
    .toSorted((one, other) => one.from - other.from || one.to - other.to);
  const all: Stretch[] = [];
  for (const { from, to } of sorted) {
    const last = all.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else all.push({ from, to });
  }
  return all;
}

/** What of a stretch is left by others, which are in order and apart. */
function without(taken: readonly Stretch[], { from, to }: Stretch): Stretch[] {
  const left: Stretch[] = [];
  let at = from;
  for (const other of taken) {
    if (other.to <= at) continue;
    if (other.from >= to) break;
    if (other.from > at) left.push({ from: at, to: other.from });
    at = Math.max(at, other.to);
  }
  if (at < to) left.push({ from: at, to });
  return left;
}
