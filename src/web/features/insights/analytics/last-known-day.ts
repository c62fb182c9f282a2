import { useQuery } from "@tanstack/react-query";
import { addDays } from "#language/moment.ts";
import { api, storedAnswer } from "../../../platform/api.ts";
import { type Length, periodOf } from "./periods.ts";

const DAYS_BACK = 31;

/** The last day before today up to which this device has kept figures of as many days; null where it has none, or nobody wants them. */
export function useLastKnownDay(length: Length | null, today: string, isWanted: boolean): string | null {
  const { data } = useQuery({
    queryKey: ["last known figures", length, today],
    queryFn: () => length && lastKnownDay(length, today),
    enabled: isWanted && length !== null,
    staleTime: 0,
    // It is of what is kept, and kept by nobody.
    persister: undefined,
  });
  return (isWanted && data) || null;
}

async function lastKnownDay(length: Length, today: string): Promise<string | null> {
  const days = Array.from({ length: DAYS_BACK }, (_, back) => addDays(today, -1 - back));
  const kept = await Promise.all(
    days.map((day) => storedAnswer(api.insights.analytics.queryKey({ input: periodOf(length, day) }))),
  );
  return days.find((_, at) => kept[at] !== undefined) ?? null;
}
