import { RRuleTemporal } from "rrule-temporal";
import type { IcsEvent } from "./ics.ts";
import { addDays, fromWall, isDay, Unreadable, wall, withSeconds } from "./moments.ts";
import { instanceOf, type ReadEvent } from "./read-event.ts";
import type { Remarks } from "./remarks.ts";
import { endRule } from "./rules.ts";

const STEPS_MAX = 10_000;
/** Of one file. To split a series that ends after so many times, those before have to be counted. */
const SPLITS_MAX = 50;

/**
 * Puts the instances of a file beside their series: each is named by the clocks of the series, a cancelled one becomes a day without it,
 * and one that stands for all that follow becomes a series of its own.
 */
export function joinSeries(read: ReadEvent[], remarks: Remarks): IcsEvent[] {
  const groups = Map.groupBy(read, ({ event }) => event.uid);
  const budget = { splits: SPLITS_MAX };
  return [...groups.values()].flatMap((group) => {
    try {
      return joinGroup(group, remarks, budget);
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      const { line, event } = group[0]!;
      remarks.add({ line, why: error.message, title: event.title });
      return [];
    }
  });
}

function joinGroup(group: ReadEvent[], remarks: Remarks, budget: { splits: number }): IcsEvent[] {
  const masters = group
    .filter(({ replaces }) => replaces === null)
    .toSorted((a, b) => (a.version < b.version ? 1 : -1));
  const master = masters[0];
  for (const { line, event } of masters.slice(1))
    remarks.add({ line, why: "A newer event of this file has the same UID.", title: event.title });
  const named = byName(group, master);
  if (!master) return [...named.values()].map(({ event }) => event);
  const futures = [...named.values()].filter(({ isFuture }) => isFuture && master.event.repeat !== null);
  const single = [...named.values()].filter((one) => !futures.includes(one));
  const sorted = futures.toSorted(byInstance);
  const taken = sorted.slice(0, budget.splits);
  budget.splits -= taken.length;
  for (const { line, event } of sorted.slice(taken.length))
    remarks.add({ line, why: "Too many series of this file change from one day on.", title: event.title });
  return splitSeries([master, ...taken], single);
}

const byInstance = (a: ReadEvent, b: ReadEvent) => (a.event.instance! < b.event.instance! ? -1 : 1);

/** Of two for the same instance the newer one. */
function byName(group: ReadEvent[], master: ReadEvent | undefined): Map<string, ReadEvent> {
  const named = new Map<string, ReadEvent>();
  for (const one of group) {
    if (!one.replaces) continue;
    const instance = instanceOf(one.replaces, master?.start ?? sameKind(one));
    const other = named.get(instance);
    if (other && other.version > one.version) continue;
    named.set(instance, { ...one, event: { ...one.event, instance } });
  }
  return named;
}

/** Without its series an instance is named by its own clocks, a day if the file names a day. */
const sameKind = ({ start, replaces }: ReadEvent) =>
  isDay(replaces!.local) === isDay(start.local) ? start : { local: replaces!.local, zone: start.zone };

/** One event for each series, the changed instances of each behind it. */
function splitSeries(series: ReadEvent[], single: ReadEvent[]): IcsEvent[] {
  return series.flatMap((one, index) => {
    const from = index === 0 ? "" : one.event.instance!;
    const until = series[index + 1]?.event.instance ?? null;
    const isIts = (instance: string) => instance >= from && (until === null || instance < until);
    const first = series[0]!;
    const event = index === 0 ? one.event : asSeries(one, first, isIts);
    if (event.isCancelled && index > 0) return [];
    const instances = single.filter((other) => isIts(other.event.instance!));
    const shift = index === 0 ? 0 : wall(withSeconds(startOf(event))) - wall(withSeconds(from));
    const moved = (instance: string) => (shift === 0 ? instance : moveBy(instance, shift));
    const ended = { ...event, repeat: until === null ? event.repeat : endBefore(event, first, until) };
    const cancelled = instances
      .filter((other) => other.event.isCancelled)
      .map((other) => moved(other.event.instance!));
    return [
      {
        ...ended,
        exceptDates: [
          ...new Set([...ended.exceptDates.filter((date) => index > 0 || isIts(date)), ...cancelled]),
        ].toSorted(),
        extraDates: ended.extraDates.filter((date) => index > 0 || isIts(date)),
      },
      ...instances
        .filter((other) => !other.event.isCancelled)
        .map((other) => ({ ...other.event, uid: ended.uid, instance: moved(other.event.instance!) })),
    ];
  });
}

const startOf = ({ date, time }: IcsEvent) => (time === null ? date : `${date}T${time}`);

const moveBy = (instance: string, shift: number) =>
  fromWall(wall(withSeconds(instance)) + shift).slice(0, instance.length);

/** What comes from an instance on, as a series with its rule; its UID is the one Google gives to the same. */
function asSeries(one: ReadEvent, master: ReadEvent, isIts: (instance: string) => boolean): IcsEvent {
  const { event } = master;
  const from = one.event.instance!;
  const shift = wall(withSeconds(startOf(one.event))) - wall(withSeconds(from));
  const canMove = from.length === startOf(one.event).length;
  const dates = (list: string[]) => (canMove ? list.filter(isIts).map((date) => moveBy(date, shift)) : []);
  return {
    ...one.event,
    uid: `${event.uid}_R${withSeconds(from).replaceAll(/[-:]/g, "")}`,
    instance: null,
    repeat: one.event.repeat ?? restOfRule(event, from, shift),
    exceptDates: one.event.repeat === null ? dates(event.exceptDates) : one.event.exceptDates,
    extraDates: one.event.repeat === null ? dates(event.extraDates) : one.event.extraDates,
  };
}

/** The rule of a series from an instance on: COUNT without those before it, UNTIL as far later as the instance is. */
function restOfRule(event: IcsEvent, from: string, shift: number): string | null {
  const rule = event.repeat!;
  const until = /UNTIL=(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d))?/.exec(rule);
  if (until && shift !== 0) {
    const [, year, month, day, hour, minute, second] = until;
    const end = `${year}-${month}-${day}T${hour ?? "00"}:${minute ?? "00"}:${second ?? "00"}`;
    return endRule(rule, fromWall(wall(end) + shift).slice(0, hour ? 19 : 10));
  }
  const count = Number(/COUNT=(\d+)/.exec(rule)?.[1] ?? 0);
  if (count === 0) return rule;
  const left = count - countBefore(rule, startOf(event), from);
  return left > 0 ? rule.replace(/COUNT=\d+/, `COUNT=${left}`) : null;
}

/** How many instances a rule has before a local time. The clocks of a wall need no zone for that. */
function countBefore(rule: string, start: string, before: string): number {
  const stamp = (local: string) =>
    `${withSeconds(local.length === 10 ? `${local}T00:00` : local).replaceAll(/[-:]/g, "")}Z`;
  try {
    const dates = new RRuleTemporal({
      rruleString: `DTSTART:${stamp(start)}\nRRULE:${rule}`,
      maxIterations: STEPS_MAX,
      maxCandidateEvaluations: STEPS_MAX * 10,
    });
    const from = new Date(wall(withSeconds(start)));
    return dates.between(from, new Date(wall(withSeconds(before)) - 1), true).length;
  } catch {
    return 0;
  }
}

/** A rule that has come to its end when another series takes over; null if that is at its very start. */
function endBefore(event: IcsEvent, master: ReadEvent, until: string): string | null {
  if (event.repeat === null) return null;
  const last = isDay(master.start.local) ? addDays(until, -1) : fromWall(wall(withSeconds(until)) - 1000);
  return endRule(event.repeat, last);
}
