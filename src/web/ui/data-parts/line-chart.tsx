import { ChartFrame } from "./chart-frame.tsx";
import { type DataColor, dataColor } from "./data-color.ts";

type LineChartProps = {
  title: string;
  /** Of the axis, oldest first. */
  labels: readonly string[];
  series: readonly { name: string; color: DataColor; values: readonly (number | null)[] }[];
  /** A number as it is written at the axis. */
  write: (value: number) => string;
  /** A line that values should stay below. */
  budget?: number | undefined;
  isLoading?: boolean;
};

const [WIDTH, HEIGHT, EDGE] = [300, 100, 3];

/** Lines over time, from zero up; where nothing was measured they have gaps. Its numbers are in the table beside it. */
export function LineChart({ title, labels, series, write, budget, isLoading = false }: LineChartProps) {
  const values = series.flatMap((one) => one.values.filter((value) => value !== null));
  const highest = Math.max(...values, 0);
  // A budget far above would flatten what is shown.
  const isBudgetNear = budget !== undefined && budget <= highest * 3;
  const top = Math.max(highest, isBudgetNear ? budget : 0) || 1;
  const yOf = (value: number) => HEIGHT - EDGE - (value / top) * (HEIGHT - 2 * EDGE);
  const rows = labels.map((label, at) => ({
    label,
    values: series.map((one) => rounded(one.values[at] ?? null)),
  }));
  return (
    <ChartFrame title={title} series={series} rows={rows} isLoading={isLoading}>
      <p className="text-xs text-muted tabular-nums">{write(top)}</p>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="block h-28 w-full border-b border-line forced-color-adjust-none"
      >
        {isBudgetNear && (
          <line
            x1="0"
            x2={WIDTH}
            y1={yOf(budget)}
            y2={yOf(budget)}
            strokeDasharray="4 4"
            vectorEffect="non-scaling-stroke"
            style={{ stroke: "var(--faint)" }}
          />
        )}
        {series.map(({ name, color, values: of }) => (
          <path
            key={name}
            d={pathOf(of, yOf)}
            fill="none"
            strokeWidth="2"
            strokeLinecap="round"
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
            style={{ stroke: dataColor(color) }}
          />
        ))}
      </svg>
      <p className="flex justify-between gap-2 text-xs text-muted tabular-nums">
        <span>{labels[0]}</span>
        <span>{labels.at(-1)}</span>
      </p>
    </ChartFrame>
  );
}

/** Three figures are enough for anybody. */
const rounded = (value: number | null): number | null =>
  value === null ? null : Number(value.toPrecision(value >= 100 ? Math.ceil(Math.log10(value + 1)) : 3));

/** A single point is a dot: a line of no length with a round end. */
function pathOf(values: readonly (number | null)[], yOf: (value: number) => number): string {
  const step = values.length > 1 ? WIDTH / (values.length - 1) : 0;
  let path = "";
  let isDrawing = false;
  for (const [at, value] of values.entries()) {
    if (value === null) {
      isDrawing = false;
      continue;
    }
    const place = `${(at * step).toFixed(2)} ${yOf(value).toFixed(2)}`;
    path += isDrawing ? `L${place}` : `M${place}h0.01`;
    isDrawing = true;
  }
  return path;
}
