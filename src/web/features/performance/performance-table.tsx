import type { Metric, PerformanceSummary } from "#contract/performance.ts";
import { t } from "../../lib/messages/t.ts";
import { METRIC_WORDS, VERDICTS, valueWords, verdictOf } from "./metric-words.ts";

/** One table per route: a row for each metric, half, three quarters and nearly all of the loads. */
export function PerformanceTable({ route, rows }: { route: string; rows: PerformanceSummary[] }) {
  return (
    <section className="mt-6" aria-label={route}>
      <h3 className="font-mono text-sm font-medium break-all">{route}</h3>
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
            {METRIC_WORDS.map(({ metric, name, title }) => {
              const row = rows.find((candidate) => candidate.metric === metric);
              return (
                row && (
                  <tr key={metric} className="border-b border-line last:border-0">
                    <th scope="row" className="px-1 py-2 sm:px-3 text-left font-normal">
                      {name} <span className="text-muted max-sm:hidden">· {title}</span>
                      <Judged metric={metric} value={row.p75} />
                    </th>
                    {[row.p50, row.p75, row.p95].map((value, index) => (
                      <td key={index} className="px-1 py-2 sm:px-3 text-right">
                        {valueWords(metric, value)}
                      </td>
                    ))}
                    <td className="px-1 py-2 sm:px-3 text-right text-muted">{row.count}</td>
                  </tr>
                )
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** Only what is beyond its budget says so, by words and not by color alone. */
function Judged({ metric, value }: { metric: Metric; value: number }) {
  const verdict = verdictOf(metric, value);
  if (verdict === "good") return null;
  const { words, tone } = VERDICTS[verdict];
  return <span className={`block text-xs ${tone}`}>{words}</span>;
}
