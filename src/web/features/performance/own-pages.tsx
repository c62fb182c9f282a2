import { useQuery } from "@tanstack/react-query";
import { Gauge } from "lucide-react";
import { useState } from "react";
import type { LargeResource } from "#contract/performance.ts";
import { formatBytes } from "../../lib/format-bytes.ts";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";
import { api } from "../../platform/api.ts";
import { deviceId } from "../../platform/metrics/device-id.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { RadioRow } from "../../ui/radio-row.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { FiguresFailed } from "./load-failed.tsx";
import { PerformanceTable } from "./performance-table.tsx";
import { Trend } from "./trend.tsx";

type Whose = "device" | "all";
/** What is asked for. */
export type Devices = { deviceId?: string };

const devicesOf = (whose: Whose): Devices => (whose === "device" ? { deviceId: deviceId() } : {});

/** How fast the pages were for this person, as their browsers measured it. */
export function OwnPages() {
  const [whose, setWhose] = useState<Whose>("device");
  const devices = devicesOf(whose);
  const { data, error, isPending, refetch } = useQuery(
    api.performance.summary.queryOptions({ input: devices, staleTime: 0 }),
  );
  const routes = [...new Set(data?.metrics.map(({ route }) => route))];
  return (
    <>
      <p className="max-w-prose text-muted">
        {t(
          "How fast your pages were in the last 30 days, in milliseconds, measured in your own browser. Stored by type of page, never with an address. Offline pages aren't measured.",
        )}
      </p>
      <div className="mt-3">
        <RadioRow<Whose>
          label={t("Devices")}
          options={[
            { value: "device", words: t("This device") },
            { value: "all", words: t("All your devices") },
          ]}
          value={whose}
          onChoose={setWhose}
        />
      </div>
      {isPending && <SkeletonRows count={5} />}
      {error && (
        <div className="mt-3">
          <FiguresFailed error={error} isOld={routes.length > 0} onRetry={() => void refetch()} />
        </div>
      )}
      {data && !error && routes.length === 0 && (
        <EmptyState icon={<Gauge size={20} />} title={t("Nothing measured yet")}>
          {t("Your first measurement appears after you leave or hide a page.")}
        </EmptyState>
      )}
      {data && routes.length > 0 && (
        <>
          <p className="mt-4 text-sm text-muted">
            {plural(data.loads, { one: "{count} page load", other: "{count} page loads" })}
          </p>
          <Trend routes={routes} devices={devices} />
          <h2 className="mt-8 font-medium">{t("By page")}</h2>
        </>
      )}
      {routes.map((route) => (
        <PerformanceTable
          key={route}
          route={route}
          rows={data?.metrics.filter((row) => row.route === route) ?? []}
        />
      ))}
      {data && data.largeResources.length > 0 && <LargeResources resources={data.largeResources} />}
    </>
  );
}

function LargeResources({ resources }: { resources: readonly (LargeResource & { count: number })[] }) {
  return (
    <section className="mt-8" aria-labelledby="large-resources">
      <h2 id="large-resources" className="font-medium">
        {t("Resources over 100,000 bytes")}
      </h2>
      <ul className="mt-2 divide-y divide-line rounded-md border border-line text-sm">
        {resources.map(({ name, bytes, ms, count }) => (
          <li key={name} className="flex flex-wrap justify-between gap-x-4 gap-y-1 px-3 py-2">
            <span className="min-w-0 font-mono break-all">{name}</span>
            <span className="text-muted tabular-nums">
              {plural(
                count,
                {
                  one: "{bytes} · {ms} ms at most · {count} time",
                  other: "{bytes} · up to {ms} ms · {count} times",
                },
                { bytes: formatBytes(bytes), ms: Math.round(ms) },
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
