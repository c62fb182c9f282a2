import type { ApmPoint } from "#contract/apm.ts";
import { clockTime, monthAndDay } from "../../../lib/dates.ts";
import { formatBytes } from "../../../lib/format-bytes.ts";
import { t } from "../../../lib/messages/t.ts";
import type { DataColor } from "../../../ui/data-parts/data-color.ts";
import { LineChart } from "../../../ui/data-parts/line-chart.tsx";

type Lines = [name: string, read: (point: ApmPoint) => number | null][];
type Chart = { title: string; write: (value: number) => string; budget?: number; lines: Lines };

const milliseconds = (value: number) => t("{number} ms", { number: Math.round(value).toLocaleString() });
const count = (value: number) => Math.round(value).toLocaleString();
const seconds = (value: number) => t("{number} s", { number: Math.round(value).toLocaleString() });

const charts = (): Chart[] => [
  {
    title: t("API response time"),
    write: milliseconds,
    budget: 1000,
    lines: [
      ["p50", ({ p50 }) => p50],
      ["p95", ({ p95 }) => p95],
      ["p99", ({ p99 }) => p99],
    ],
  },
  {
    title: t("Requests"),
    write: count,
    lines: [
      [t("All"), ({ requests }) => requests],
      [t("Errors"), ({ errors }) => errors],
    ],
  },
  {
    title: t("Event loop delay"),
    write: milliseconds,
    budget: 200,
    lines: [["p99", (point) => point.loopDelay]],
  },
  {
    title: t("Processor"),
    write: (value) => t("{percent} %", { percent: Math.round(value) }),
    lines: [[t("Of one core"), ({ cpu }) => 100 * cpu]],
  },
  { title: t("Memory"), write: formatBytes, lines: [[t("Memory"), ({ memory }) => memory]] },
  {
    title: t("Database connections"),
    write: count,
    lines: [
      [t("Connections"), ({ poolOpen }) => poolOpen],
      [t("Waiting for one"), ({ poolWaiting }) => poolWaiting],
    ],
  },
  {
    title: t("Oldest due job"),
    write: seconds,
    budget: 300,
    lines: [[t("Seconds late"), (point) => point.queueLag]],
  },
  { title: t("Saving of notes, p95"), write: milliseconds, lines: [["p95", ({ syncP95 }) => syncP95]] },
  {
    title: t("Sockets and deliveries"),
    write: count,
    lines: [
      [t("Sockets"), ({ sockets }) => sockets],
      [t("Failed deliveries"), ({ deliveriesFailed }) => deliveriesFailed],
      [t("Notes to index"), ({ underived }) => underived],
    ],
  },
  { title: t("Disk used"), write: formatBytes, lines: [[t("Disk used"), ({ diskUsed }) => diskUsed]] },
];

/** Everything that is counted, over time. */
export function ServerCharts({ points, isDays }: { points: readonly ApmPoint[]; isDays: boolean }) {
  const labels = points.map(({ at }) => {
    const date = new Date(at);
    return isDays ? `${monthAndDay(date)} ${clockTime(date)}` : clockTime(date);
  });
  return (
    <div className="grid gap-x-6 gap-y-8 sm:grid-cols-2">
      {charts().map(({ title, write, budget, lines }) => (
        <LineChart
          key={title}
          title={title}
          labels={labels}
          write={write}
          budget={budget}
          series={lines.map(([name, read], at) => ({
            name,
            color: (at + 1) as DataColor,
            values: points.map(read),
          }))}
        />
      ))}
    </div>
  );
}
