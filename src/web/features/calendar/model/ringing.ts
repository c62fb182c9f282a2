import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import type { Reminder } from "#contract/reminders.ts";
import { ruleOf } from "#contract/shared/reminder-rule.ts";
import { dayIn, momentAt } from "#language/moment.ts";
import { wallAt } from "#language/time-zone.ts";
import { api } from "../../../platform/api.ts";
import { loadInstances } from "./event-lists.ts";
import type { Period } from "./periods.ts";

type Instances = Awaited<ReturnType<typeof loadInstances>>;

/** A reminder and a time at which it rings, on the clock of the page. */
export type Ring = { reminder: Reminder; at: string };

const MOST = 500;
const none: readonly Reminder[] = [];

/** What is still to ring, the next first. */
export function useWaitingReminders(isShown: boolean): readonly Reminder[] {
  const of = (status: Reminder["status"]) =>
    api.reminders.list.queryOptions({ input: { status, limit: MOST }, enabled: isShown });
  const pending = useQuery(of("pending")).data?.reminders ?? none;
  const snoozed = useQuery(of("snoozed")).data?.reminders ?? none;
  return useMemo(() => (isShown ? [...pending, ...snoozed] : none), [isShown, pending, snoozed]);
}

/** When those ring that stay at their own time; one that goes along with its event or task stands with that. */
export function useRings(reminders: readonly Reminder[], period: Period, zone: string): readonly Ring[] {
  const own = useMemo(() => reminders.filter(({ minutesBefore }) => minutesBefore === null), [reminders]);
  const instances = useInstances(own.some((reminder) => ruleOf(reminder) !== null));
  const { from, to } = period;
  return useMemo(
    () => own.flatMap((reminder) => ringsOf(reminder, { from, to }, zone, instances)),
    [own, from, to, zone, instances],
  );
}

function useInstances(isWanted: boolean): Instances | null {
  const [instances, setInstances] = useState<Instances | null>(null);
  useEffect(() => {
    if (!isWanted) return;
    let isLeft = false;
    // Without it the next time of each is shown.
    loadInstances().then(
      (loaded) => !isLeft && setInstances(loaded),
      () => {},
    );
    return () => void (isLeft = true);
  }, [isWanted]);
  return instances;
}

function ringsOf(reminder: Reminder, { from, to }: Period, zone: string, known: Instances | null): Ring[] {
  const { ringsAt, localTime, timeZone } = reminder;
  if (ringsAt === null) return [];
  const next = momentAt(wallAt(Date.parse(ringsAt), zone), false);
  const rule = ruleOf(reminder);
  const [date = "", time = ""] = localTime.split("T");
  const times = { date, time, endDate: date, endTime: time, timeZone, exceptDates: [], extraDates: [] };
  // The next one may be held back or snoozed; those that follow are not.
  const later =
    rule === null || !known
      ? []
      : known
          .instancesOf({ ...times, repeat: rule }, from, to, zone)
          .filter(({ instance }) => instance !== localTime)
          .map(({ start }) => start);
  return [next, ...later]
    .filter((at) => dayIn(at) >= from && dayIn(at) <= to)
    .map((at) => ({ reminder, at }));
}
