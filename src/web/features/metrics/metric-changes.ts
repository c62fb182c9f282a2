import { undoable } from "../../kernel/undo.ts";
import { tellFailed } from "../../kernel/failed-changes.ts";
import { t } from "../../lib/messages/t.ts";
import { api, invalidate } from "../../platform/api.ts";
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

export async function changeValue(name: string, point: Point, value: number): Promise<void> {
  try {
    await recordValue({ name, at: point.at, value });
    undoable(t("Value changed"), async () => void (await recordValue({ name, ...point })));
  } catch (error) {
    tellFailed(null, failureWords(error, t("Couldn't save the value.")), () =>
      changeValue(name, point, value),
    );
  }
}

export async function removeValue(metricId: string, name: string, point: Point): Promise<void> {
  const input = { metricId, at: point.at };
  try {
    await send(["metrics", "removePoint"], input, () => rpc.metrics.removePoint(input));
    refreshMetrics();
    undoable(t("Value deleted"), async () => void (await recordValue({ name, ...point })));
  } catch (error) {
    tellFailed(null, failureWords(error, t("Couldn't delete the value.")), () =>
      removeValue(metricId, name, point),
    );
  }
}
