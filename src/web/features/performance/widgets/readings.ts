import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Machine } from "#contract/performance.ts";
import { t } from "../../../lib/messages/t.ts";
import { api } from "../../../platform/api.ts";
import { useSession } from "../../../platform/session.ts";

export type Resource = "cpu" | "memory" | "network" | "storage";

/** What a card shows of one resource. */
export type Reading = {
  /** Of what: "The server's processor", "This browser's storage". */
  of: string;
  /** Null where it has no upper end, as a line has. */
  percent: number | null;
  words: string;
  isSample?: boolean;
};

const EVERY_MS = 10_000;

const UNITS = ["B", "KB", "MB", "GB", "TB"];

/** "1.5 GB" */
export function bytesInWords(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** step;
  return `${value >= 100 || step === 0 ? Math.round(value) : value.toFixed(1)} ${UNITS[step]}`;
}

const shareOf = (of: string, { used, total }: { used: number; total: number }): Reading => ({
  of,
  percent: total > 0 ? (100 * used) / total : 0,
  words: t("{used} of {total}", { used: bytesInWords(used), total: bytesInWords(total) }),
});

const percentOf = (of: string, percent: number): Reading => ({
  of,
  percent,
  words: t("{percent} %", { percent: Math.round(percent) }),
});

function readingsOf({ cpuPercent, memory, storage, network }: Machine): Record<Resource, Reading> {
  return {
    cpu: percentOf(t("The server's processor"), cpuPercent),
    memory: shareOf(t("The server's memory"), memory),
    storage: shareOf(t("The server's disk"), storage),
    network: network
      ? {
          of: t("The server's network"),
          percent: null,
          words: t("{received}/s in, {sent}/s out", {
            received: bytesInWords(network.receivedPerSecond),
            sent: bytesInWords(network.sentPerSecond),
          }),
        }
      : SAMPLES.network,
  };
}

/** The specification's numbers, for the library and for what nobody tells. */
export const SAMPLES: Record<Resource, Reading> = {
  cpu: { of: t("Processor"), percent: 45, words: t("{percent} %", { percent: 45 }), isSample: true },
  memory: { of: t("Memory"), percent: 68, words: t("{percent} %", { percent: 68 }), isSample: true },
  storage: { of: t("Storage"), percent: 23, words: t("{percent} %", { percent: 23 }), isSample: true },
  network: { of: t("Network"), percent: null, words: t("{speed} Mbit/s", { speed: 10 }), isSample: true },
};

type Told = Navigator & { connection?: { downlink?: number; effectiveType?: string } };
type WithMemory = Performance & { memory?: { usedJSHeapSize: number; jsHeapSizeLimit: number } };

/** What this browser tells of itself; a sample where it does not. */
async function ofBrowser(load: number): Promise<Record<Resource, Reading>> {
  const estimate = await navigator.storage?.estimate?.().catch(() => undefined);
  const heap = (performance as WithMemory).memory;
  const line = (navigator as Told).connection;
  return {
    cpu: percentOf(t("This page's load"), load),
    memory: heap
      ? shareOf(t("This page's memory"), { used: heap.usedJSHeapSize, total: heap.jsHeapSizeLimit })
      : SAMPLES.memory,
    storage: estimate?.quota
      ? shareOf(t("This browser's storage"), { used: estimate.usage ?? 0, total: estimate.quota })
      : SAMPLES.storage,
    network: line?.downlink
      ? {
          of: t("This device's connection"),
          percent: null,
          words: t("{speed} Mbit/s", { speed: line.downlink }),
        }
      : SAMPLES.network,
  };
}

/** Percent of the last seconds in which the page's thread was busy for longer than 50 ms at a time. */
let longMs = 0;
function followLoad(): () => void {
  if (!PerformanceObserver.supportedEntryTypes.includes("longtask")) return () => undefined;
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longMs += duration;
  });
  observer.observe({ type: "longtask" });
  return () => observer.disconnect();
}

function useBrowser(isWanted: boolean): Record<Resource, Reading> | null {
  const [readings, setReadings] = useState<Record<Resource, Reading> | null>(null);
  useEffect(() => {
    if (!isWanted) return;
    const stop = followLoad();
    let since = performance.now();
    const read = () => {
      if (document.hidden) return;
      const now = performance.now();
      const load = now > since ? Math.min(100, (100 * longMs) / (now - since)) : 0;
      [longMs, since] = [0, now];
      void ofBrowser(load).then(setReadings);
    };
    read();
    const timer = setInterval(read, EVERY_MS);
    return () => {
      stop();
      clearInterval(timer);
    };
  }, [isWanted]);
  return readings;
}

/** For the operator of the server's machine, for everybody else of their own browser. */
export function useReadings() {
  const isOperator = useSession((state) => state.status === "signed-in" && state.session.isOperator);
  const machine = useQuery({
    ...api.performance.machine.queryOptions({ input: {} }),
    enabled: isOperator,
    refetchInterval: EVERY_MS,
    staleTime: 0,
  });
  const browser = useBrowser(!isOperator);
  const readings = isOperator ? machine.data && readingsOf(machine.data) : browser;
  return {
    query: isOperator ? machine : null,
    readings: readings ?? null,
    uptime: machine.data?.uptimeSeconds,
  };
}
