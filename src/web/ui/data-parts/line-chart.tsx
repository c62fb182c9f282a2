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
        {series.map(({ name, color, values: of }) => {
          const { lines, dots } = pathsOf(of, yOf);
          return [
            { d: lines, strokeWidth: 2 },
            { d: dots, strokeWidth: 7 },
          ].map(({ d, strokeWidth }) => (
            <path
              key={`${name} ${strokeWidth}`}
              d={d}
              fill="none"
              strokeWidth={strokeWidth}
              strokeLinecap="round"
              strokeLinejoin="round"
              vectorEffect="non-scaling-stroke"
              style={{ stroke: dataColor(color) }}
            />
          ));
        })}
      </svg>
      <p
        className={`flex gap-2 text-xs text-muted tabular-nums ${labels.length > 1 ? "justify-between" : "justify-center"}`}
      >
        <span>{labels[0]}</span>
        {labels.length > 1 && <span>{labels.at(-1)}</span>}
      </p>
    </ChartFrame>
  );
}

/** Three figures are enough for anybody. */
const rounded = (value: number | null): number | null =>
  value === null ? null : Number(value.toPrecision(value >= 100 ? Math.ceil(Math.log10(value + 1)) : 3));

/** What stands alone is a dot, as on the first day: a line of no length with round ends. */
function pathsOf(values: readonly (number | null)[], yOf: (value: number) => number) {
  const step = values.length > 1 ? WIDTH / (values.length - 1) : 0;
  const first = values.length > 1 ? 0 : WIDTH / 2;
  const isMissing = (at: number) => (values[at] ?? null) === null;
  const paths = { lines: "", dots: "" };
  for (const [at, value] of values.entries()) {
    if (value === null) continue;
    const place = `${(first + at * step).toFixed(2)} ${yOf(value).toFixed(2)}`;
    if (isMissing(at - 1) && isMissing(at + 1)) paths.dots += `M${place}h0.01`;
    else paths.lines += isMissing(at - 1) ? `M${place}` : `L${place}`;
  }
  return paths;
}
