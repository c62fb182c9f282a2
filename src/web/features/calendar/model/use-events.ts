import { addDays } from "#language/moment.ts";
import { useQueries, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Listed } from "./event-lists.ts";
import { eventsIn, loadInstances } from "./event-lists.ts";
import { mirrored, mirrorPeriod, readMirror, writeMirror } from "./mirror.ts";
import { type CalendarView, monthsAround, type Period } from "./periods.ts";

/** The server is asked for at most so many days at once, and a year has more months than requests are worth. */
const partsOf = (view: CalendarView, period: Period): Period[] =>
  view === "year" ? [period] : monthsAround(period);

const merged = (answers: readonly (Listed | undefined)[]): Listed => {
  const events = new Map(answers.flatMap((answer) => answer?.events.map((event) => [event.id, event]) ?? []));
  // What goes on over the end of a month stands in both.
  const instances = new Map(
    answers.flatMap(
      (answer) => answer?.instances.map((one) => [`${one.eventId} ${one.instance} ${one.start}`, one]) ?? [],
    ),
  );
  return {
    events: [...events.values()],
    instances: [...instances.values()],
    isTruncated: answers.some((answer) => answer?.isTruncated),
  };
};

/** What happens in the days that are shown; the months before and after are there before one goes to them. */
export function useEvents(view: CalendarView, period: Period, timeZone: string) {
  const shown = partsOf(view, period);
  const around =
    view === "year"
      ? []
      : [
          monthsAround({ from: addDays(shown[0]!.from, -1), to: addDays(shown[0]!.from, -1) })[0]!,
          monthsAround({ from: addDays(shown.at(-1)!.to, 1), to: addDays(shown.at(-1)!.to, 1) })[0]!,
        ];
  const queries = useQueries({
    queries: [...shown, ...around].map((part) => ({
      ...eventsIn({ ...part, timeZone }),
      placeholderData: () => mirrored(part),
    })),
  });
  const own = queries.slice(0, shown.length);
  const isFailed = own.some(({ isError, data }) => isError && !data);
  const answers = own.map(
    ({ data, isError }, index) => data ?? (isError ? mirrored(shown[index]!) : undefined),
  );
  // The same answers give the same list, or everything would be drawn anew each time.
  const [kept, setKept] = useState<{ answers: (Listed | undefined)[]; listed: Listed }>();
  const isSame =
    kept?.answers.length === answers.length && kept.answers.every((one, at) => one === answers[at]);
  const listed = isSame ? kept.listed : merged(answers);
  if (!isSame) setKept({ answers, listed });
  return {
    listed,
    isPending: own.some(({ isPending, data }) => isPending && !data),
    isFailed: isFailed && listed.instances.length === 0,
    refetch: () => queries.forEach((query) => void query.refetch()),
  };
}

/** Keeps what is about to happen on this device, and answers how many of its entries could not be read. */
export function useMirror(today: string, timeZone: string): number {
  const [unreadable] = useState(() => readMirror().unreadable);
  const { data, isPlaceholderData } = useQuery(eventsIn({ ...mirrorPeriod(today), timeZone }));
  useEffect(() => {
    if (data && !isPlaceholderData) writeMirror(data);
  }, [data, isPlaceholderData]);
  // Changes made without the server need it, and it could not be fetched then.
  useEffect(() => void loadInstances(), []);
  return unreadable;
}
