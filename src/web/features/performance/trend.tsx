import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Metric } from "#contract/performance.ts";
import { monthAndDay } from "../../lib/dates.ts";
import { t } from "../../lib/messages/t.ts";
import { api } from "../../platform/api.ts";
import { LineChart } from "../../ui/data-parts/line-chart.tsx";
import { Select } from "../../ui/overlay/select.tsx";
import { FiguresFailed } from "./load-failed.tsx";
import type { Devices } from "./own-pages.tsx";
import { METRIC_WORDS, metricWords, valueWords } from "./metric-words.ts";

/** One metric by day, of all pages or of one, beside what it should stay below. */
export function Trend({ routes, devices }: { routes: readonly string[]; devices: Devices }) {
  const [metric, setMetric] = useState<Metric>("lcp");
  const [route, setRoute] = useState("");
  const { data, error, isPending, refetch } = useQuery(
    api.performance.trend.queryOptions({ input: { ...devices, ...(route && { route }) }, staleTime: 0 }),
  );
  const days = data?.days.filter((day) => day.metric === metric) ?? [];
  const { title, good } = metricWords(metric);
  return (
    <section className="mt-6 flex flex-col gap-4" aria-label={t("Over time")}>
      <div className="grid gap-3 sm:grid-cols-2">
        <Select
          label={t("Metric")}
          value={metric}
          onChange={({ target }) => setMetric(target.value as Metric)}
        >
          {METRIC_WORDS.map(({ metric: one, name, title: words }) => (
            <option key={one} value={one}>
              {t("{name}: {words}", { name, words })}
            </option>
          ))}
        </Select>
        <Select label={t("Page")} value={route} onChange={({ target }) => setRoute(target.value)}>
          <option value="">{t("All pages")}</option>
          {routes.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </Select>
      </div>
      {error && !data ? (
        <FiguresFailed error={error} isOld={false} onRetry={() => void refetch()} />
      ) : (
        <LineChart
          title={title}
          labels={days.map(({ day }) => monthAndDay(new Date(`${day}T12:00`)))}
          series={[{ name: t("75 % of loads"), color: 1, values: days.map(({ p75 }) => p75) }]}
          write={(value) => valueWords(metric, value)}
          budget={good}
          isLoading={isPending}
        />
      )}
      <p className="text-xs text-muted">
        {t("Budget: {value}. The dashed line, where it's near.", { value: valueWords(metric, good) })}
      </p>
    </section>
  );
}
