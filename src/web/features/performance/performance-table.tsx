import type { Metric, PerformanceSummary } from "#contract/performance.ts";
import { t } from "../../lib/messages/t.ts";

const METRIC_NAMES: [Metric, name: string, title: string][] = [
  ["lcp", "LCP", t("Largest contentful paint")],
  ["fid", "FID", t("First input delay")],
  ["inp", "INP", t("Interaction to next paint")],
  ["cls", "CLS", t("Cumulative layout shift")],
  ["ttfb", "TTFB", t("Time to first byte")],
  ["domLoad", t("DOM load"), t("Until the page was usable")],
  ["fullLoad", t("Full load"), t("Until everything was loaded")],
];

/** Milliseconds; the layout shift has no unit. */
const numberWords = (metric: Metric, value: number): string =>
  metric === "cls" ? value.toFixed(3) : Math.round(value).toLocaleString();

/** One table per route: a row for each metric, half, three quarters and nearly all of the loads. */
export function PerformanceTable({ route, rows }: { route: string; rows: PerformanceSummary[] }) {
  return (
    <section className="mt-6" aria-label={route}>
      <h2 className="font-mono text-sm font-medium break-all">{route}</h2>
      <div className="mt-2 rounded-md border border-line">
        <table className="w-full text-xs sm:text-sm tabular-nums">
          <thead>
            <tr className="border-b border-line text-left text-muted">
              {[t("Metric"), "p50", "p75", "p95", t("Loads")].map((head, index) => (
                <th
                  key={head}
                  scope="col"
                  className={`px-1 py-2 sm:px-3 font-medium ${index > 0 ? "text-right" : ""}`}
                >
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {METRIC_NAMES.map(([metric, name, title]) => {
              const row = rows.find((candidate) => candidate.metric === metric);
              if (!row) return null;
              return (
                <tr key={metric} className="border-b border-line last:border-0">
                  <th scope="row" className="px-1 py-2 sm:px-3 text-left font-normal">
                    {name} <span className="text-muted max-sm:hidden">· {title}</span>
                  </th>
                  {[row.p50, row.p75, row.p95].map((value, index) => (
                    <td key={index} className="px-1 py-2 sm:px-3 text-right">
                      {numberWords(metric, value)}
                      {metric !== "cls" && <span className="max-sm:hidden"> {t("ms")}</span>}
                    </td>
                  ))}
                  <td className="px-1 py-2 sm:px-3 text-right text-muted">{row.count}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}
