import { useQuery } from "@tanstack/react-query";
import { useState, useSyncExternalStore } from "react";
import { t } from "../../lib/messages/t.ts";
import { api, queryClient } from "../../platform/api.ts";
import { failureWords } from "../../platform/rpc-errors.ts";
import { onWaitingCalls, send } from "../../platform/send.ts";
import { currentDevice } from "../../platform/sync/device-sync.ts";
import { toast } from "../../ui/toast-store.ts";
import { momentOf } from "./habit-days.ts";

export const MOST_DAYS = 400;

/** Never a metric that is a person's own, such as a weight. */
const metricOf = (habit: string): string => `Habit: ${habit}`;

type Recorded = { name: string; value: number; at: string };

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** What waits on this device to be sent, in its order. */
const waiting = (name: string): string =>
  JSON.stringify(
    (currentDevice()?.outbox.calls() ?? [])
      .filter(({ path }) => path.join(".") === "metrics.record")
      .map(({ input }) => input as Recorded)
      .filter((recorded) => isSame(recorded.name, name))
      .map(({ at, value }) => [at.slice(0, 10), value > 0]),
  );

const listOptions = () => api.metrics.list.queryOptions({ input: { days: 30 } });
const historyOptions = (metricId: string) =>
  api.metrics.history.queryOptions({ input: { metricId, days: MOST_DAYS } });

/** The first value of a habit makes its metric, of which the page knows nothing before. */
async function refreshHabit(name: string): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: api.metrics.key() });
  const { metrics } = await queryClient.ensureQueryData(listOptions());
  const metric = metrics.find((one) => isSame(one.name, name));
  if (metric) await queryClient.ensureQueryData(historyOptions(metric.id));
}

/** A habit is a metric of its name with one value a day: 1 where it was done, 0 where that was taken back. */
export function useHabit(habit: string) {
  const name = metricOf(habit);
  const list = useQuery(listOptions());
  const metric = list.data?.metrics.find((one) => isSame(one.name, name));
  const history = useQuery({ ...historyOptions(metric?.id ?? ""), enabled: metric !== undefined });
  const unsent = useSyncExternalStore(onWaitingCalls, () => waiting(name));
  const [marked, setMarked] = useState<Readonly<Record<string, { isDone: boolean }>>>({});
  const done = new Set(history.data?.days.filter(({ value }) => value > 0).map(({ date }) => date));
  const meanwhile = Object.entries(marked).map(([day, { isDone }]) => [day, isDone] as const);
  for (const [day, isDone] of [...(JSON.parse(unsent) as [string, boolean][]), ...meanwhile])
    if (isDone) done.add(day);
    else done.delete(day);

  const mark = async (day: string, isDone: boolean) => {
    const mine = { isDone };
    setMarked((now) => ({ ...now, [day]: mine }));
    const input = { name, value: isDone ? 1 : 0, at: momentOf(day), kind: "count" as const };
    try {
      const sent = await send(["metrics", "record"], input, () => api.metrics.record.call(input));
      if (sent.how === "sent") await refreshHabit(name).catch(() => undefined);
    } catch (error) {
      toast.failed(failureWords(error, t("Failed to save the habit")), () => void mark(day, isDone));
    }
    setMarked((now) => Object.fromEntries(Object.entries(now).filter(([, one]) => one !== mine)));
  };
  // A row that was ticked for the first time stays while its history is asked for.
  const isShown = Object.keys(marked).length > 0;
  return { query: metric && !isShown ? history : list, done, mark };
}
