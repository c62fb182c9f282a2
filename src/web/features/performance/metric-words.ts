import type { Metric } from "#contract/performance.ts";
import { t } from "../../lib/messages/t.ts";

/** How a metric is called and what it should stay below. Those of the web are "good" and "poor" as web.dev has them; the rest is docs/speed-goals.md's. */
type MetricWords = { metric: Metric; name: string; title: string; good: number; poor: number };

export const METRIC_WORDS: readonly MetricWords[] = [
  { metric: "lcp", name: "LCP", title: t("Largest contentful paint"), good: 2500, poor: 4000 },
  { metric: "fid", name: "FID", title: t("First input delay (legacy)"), good: 100, poor: 300 },
  { metric: "inp", name: "INP", title: t("Interaction to next paint"), good: 200, poor: 500 },
  { metric: "cls", name: "CLS", title: t("Cumulative layout shift"), good: 0.1, poor: 0.25 },
  { metric: "ttfb", name: "TTFB", title: t("Time to first byte"), good: 800, poor: 1800 },
  { metric: "domLoad", name: t("DOM load"), title: t("Until the page was usable"), good: 2000, poor: 4000 },
  {
    metric: "fullLoad",
    name: t("Full load"),
    title: t("Until everything was loaded"),
    good: 4000,
    poor: 8000,
  },
  { metric: "longTasks", name: t("Long tasks"), title: t("Time the page was blocked"), good: 200, poor: 600 },
  { metric: "keyLatency", name: t("Keys"), title: t("From a key to the screen"), good: 50, poor: 100 },
  {
    metric: "syncLatency",
    name: t("Saving"),
    title: t("Until the server has a change"),
    good: 500,
    poor: 2000,
  },
  { metric: "errors", name: t("Errors"), title: t("That a page didn't catch"), good: 0, poor: 1 },
];

export const metricWords = (metric: Metric): MetricWords =>
  METRIC_WORDS.find((words) => words.metric === metric)!;

/** Milliseconds, but for the layout shift and for counts. */
export function valueWords(metric: Metric, value: number): string {
  if (metric === "cls") return value.toFixed(3);
  const number = Math.round(value).toLocaleString();
  return metric === "errors" ? number : t("{number} ms", { number });
}

export type Verdict = "good" | "fair" | "poor";

export function verdictOf(metric: Metric, value: number): Verdict {
  const { good, poor } = metricWords(metric);
  return value <= good ? "good" : value < poor ? "fair" : "poor";
}

export const VERDICTS: Record<Verdict, { words: string; tone: string }> = {
  good: { words: t("Good"), tone: "text-good" },
  fair: { words: t("Needs work"), tone: "text-warn" },
  poor: { words: t("Poor"), tone: "text-danger" },
};
