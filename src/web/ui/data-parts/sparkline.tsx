type SparklineProps = {
  /** Oldest first. */
  values: readonly number[];
  /** What it shows, for those who do not see it. */
  label: string;
  className?: string;
};

const WIDTH = 100;
const HEIGHT = 30;
const EDGE = 2;

/** How a figure went, without axes: where it stands is written beside it. */
export function Sparkline({ values, label, className = "" }: SparklineProps) {
  if (values.length < 2) return null;
  const least = Math.min(...values);
  const span = Math.max(...values) - least;
  const points = values.map((value, at) => {
    const x = (at / (values.length - 1)) * WIDTH;
    // What does not change runs through the middle.
    const y = span === 0 ? HEIGHT / 2 : HEIGHT - EDGE - ((value - least) / span) * (HEIGHT - 2 * EDGE);
    return `${x.toFixed(2)},${y.toFixed(2)}`;
  });
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className={`block w-full ${className}`}
    >
      <polygon
        points={`0,${HEIGHT} ${points.join(" ")} ${WIDTH},${HEIGHT}`}
        style={{ fill: "var(--accent-soft)" }}
      />
      <polyline
        points={points.join(" ")}
        fill="none"
        vectorEffect="non-scaling-stroke"
        strokeWidth="1.75"
        strokeLinejoin="round"
        style={{ stroke: "var(--accent-fill)" }}
      />
    </svg>
  );
}
