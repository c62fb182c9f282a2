import type { Metric } from "#contract/metrics.ts";
import { tellFailed } from "../../kernel/failed-changes.ts";
import { ChangedSince, undoable } from "../../kernel/undo.ts";
import { t } from "../../lib/messages/t.ts";
import { api, invalidate, queryClient } from "../../platform/api.ts";
import { failureWords } from "../../platform/rpc-errors.ts";
import { rpc } from "../../platform/rpc.ts";
import { send } from "../../platform/send.ts";

type Value = Parameters<typeof rpc.metrics.record>[0];

export const refreshMetrics = () => invalidate(api.metrics.key());

/** The metric's id; null while the server is away, when the value waits. Its moment goes along, so that it may be sent twice. */
export async function recordValue(given: Value): Promise<string | null> {
  const value = { ...given, at: given.at ?? new Date().toISOString() };
  const sent = await send(["metrics", "record"], value, () => rpc.metrics.record(value));
  refreshMetrics();
  return sent.how === "sent" ? sent.answer.metricId : null;
}

type Point = { at: string; value: number };

type Named = Pick<Metric, "id" | "name">;

/** @throws ChangedSince when another value stands there now, or none */
async function assertStill({ id: metricId }: Named, { at, value }: Point): Promise<void> {
  const { points } = await rpc.metrics.points({ metricId, limit: 200 });
  if (points.find((one) => one.at === at)?.value !== value) throw new ChangedSince();
}

/** At once, so that a further change of it begins with what stands there; null takes it off the list. */
async function show({ id: metricId }: Named, { at }: Point, value: number | null): Promise<void> {
  // An answer on its way was given before the change and would take it back for a moment.
  const queryKey = api.metrics.points.queryKey({ input: { metricId } });
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData<{ points: Point[] }>(
    queryKey,
    (known) =>
      known && {
        points: known.points.flatMap((point) =>
          point.at !== at ? point : value === null ? [] : { at, value },
        ),
      },
  );
}

export async function changeValue(metric: Named, point: Point, value: number): Promise<void> {
  const { name } = metric;
  await show(metric, point, value);
  try {
    await recordValue({ name, at: point.at, value });
    undoable(t("Value changed"), async () => {
      await assertStill(metric, { at: point.at, value });
      await recordValue({ name, ...point });
    });
  } catch (error) {
    refreshMetrics();
    tellFailed(null, failureWords(error, t("Couldn't save the value.")), () =>
      changeValue(metric, point, value),
    );
  }
}

export async function removeValue(metric: Named, point: Point): Promise<void> {
  const input = { metricId: metric.id, at: point.at };
  await show(metric, point, null);
  try {
    await send(["metrics", "removePoint"], input, () => rpc.metrics.removePoint(input));
    refreshMetrics();
    undoable(t("Value deleted"), async () => void (await recordValue({ name: metric.name, ...point })));
  } catch (error) {
    refreshMetrics();
    tellFailed(null, failureWords(error, t("Couldn't delete the value.")), () => removeValue(metric, point));
  }
}
