import type { Services } from "../base.ts";
import type { Counted } from "../platform/monitor/monitor.ts";
import type { Minute } from "./minute.ts";
import { addToTotals, noTotals, toOtlp } from "./otlp-json.ts";

const TIMEOUT_MS = 10_000;
/** A collector that is away is said once, and again when it is back. */
type Collector = {
  /** What was counted, and whether or not it can be sent. Never throws. */
  send: (counted: Counted, minute: Minute, at: Date) => Promise<void>;
};

export type CollectorServices = Pick<Services, "config" | "egress" | "log">;

/**
 * Sends what a node counts to the operator's collector of OpenTelemetry; null where none is set. What can't be sent is part of the
 * next sums, so that a collector that was away misses only the gauges of that time.
 */
export function createCollector(
  { config: { otlp }, egress, log }: CollectorServices,
  source: { node: string; version: string },
): Collector | null {
  if (!otlp) return null;
  const totals = noTotals(new Date());
  let isAway = false;

  async function post(body: object): Promise<void> {
    const { status } = await egress.request({
      url: otlp!.url.href,
      source: "operator",
      method: "POST",
      credentials: otlp!.headers,
      json: body,
      timeoutMs: TIMEOUT_MS,
      maxRedirects: 0,
    });
    if (status >= 300) throw new Error(`The collector answered ${status}`);
  }

  return {
    async send(counted, minute, at) {
      addToTotals(totals, counted);
      try {
        await post(toOtlp(totals, minute, at, source));
        if (isAway) log.info("figures reach the OpenTelemetry collector again");
        isAway = false;
      } catch (error) {
        if (!isAway)
          log.warn(
            { err: error },
            "figures could not be sent to the OpenTelemetry collector; tried again each minute",
          );
        isAway = true;
      }
    },
  };
}
