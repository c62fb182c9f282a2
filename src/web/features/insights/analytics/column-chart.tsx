import { useState } from "react";
import { t } from "../../../lib/messages/t.ts";
import { Button } from "../../../ui/button.tsx";
import { barsOf, legendOf, PART_COLORS, scaleOf } from "./bars.ts";
import { ChartCard } from "./chart-card.tsx";
import type { ChartRow } from "./chart-rows.ts";
import { changeWords } from "./periods.ts";

type ColumnChartProps<Row extends ChartRow> = {
  title: string;
  rows: readonly Row[];
  isNewestFirst?: boolean;
  onOpen: (row: Row) => void;
};

const [HEIGHT, LEAST] = [120, 1.5];

/** Columns of words added, and removed under them, that arrow keys go along; the one that is chosen is told under them, and opens what is behind it. */
export function ColumnChart<Row extends ChartRow>({
  title,
  rows,
  isNewestFirst = false,
  onOpen,
}: ColumnChartProps<Row>) {
  const highest = rows.reduce(
    (best, row, at) => (row.value > (rows[best]?.value ?? 0) ? at : best),
    rows.length - 1,
  );
  const [chosen, setChosen] = useState<number | null>(null);
  const at = Math.min(chosen ?? highest, rows.length - 1);
  const row = rows[at];
  if (!row) return null;
  const told = t("{name}: {change}", { name: row.label, change: changeWords(row.value, row.removed ?? 0) });
  const move = (key: string): boolean => {
    const next = {
      ArrowLeft: at - 1,
      ArrowDown: at - 1,
      ArrowRight: at + 1,
      ArrowUp: at + 1,
      Home: 0,
      End: rows.length - 1,
    }[key];
    if (next === undefined) return false;
    setChosen(Math.min(Math.max(next, 0), rows.length - 1));
    return true;
  };
  return (
    <ChartCard title={title} rows={rows} isNewestFirst={isNewestFirst} onOpen={(one) => onOpen(one as Row)}>
      <div
        role="slider"
        tabIndex={0}
        aria-label={title}
        aria-valuemin={0}
        aria-valuemax={rows.length - 1}
        aria-valuenow={at}
        aria-valuetext={told}
        onKeyDown={(event) => {
          if (event.key === "Enter") onOpen(row);
          else if (!move(event.key)) return;
          event.preventDefault();
        }}
        className="rounded-md"
      >
        <Columns rows={rows} at={at} onAt={setChosen} onOpen={(index) => onOpen(rows[index]!)} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <Button
          look="quiet"
          className="-mx-2 px-2! tabular-nums pointer-coarse:h-11"
          onClick={() => onOpen(row)}
        >
          {told}
        </Button>
        <Legend rows={rows} />
      </div>
    </ChartCard>
  );
}

type ColumnsProps = {
  rows: readonly ChartRow[];
  at: number;
  onAt: (index: number) => void;
  onOpen: (index: number) => void;
};

function Legend({ rows }: { rows: readonly ChartRow[] }) {
  const parts = legendOf(rows);
  if (parts.length < 2) return null;
  return (
    <ul aria-label={t("Legend")} className="flex min-w-0 flex-wrap gap-x-3 text-xs text-muted">
      {parts.map(({ part, name }) => (
        <li key={part} className="flex items-center gap-1.5">
          <span
            className="size-2.5 rounded-xs forced-color-adjust-none"
            style={{ background: PART_COLORS[part] }}
            aria-hidden="true"
          />
          {name}
        </li>
      ))}
      {scaleOf(rows).isCut && <li>{t("The highest bars are cut off")}</li>}
    </ul>
  );
}

function Columns({ rows, at, onAt, onOpen }: ColumnsProps) {
  const scale = scaleOf(rows);
  const axis = (scale.up / Math.max(1, scale.up + scale.down)) * HEIGHT;
  return (
    <svg
      viewBox={`0 0 ${rows.length} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="block h-32 w-full cursor-pointer forced-color-adjust-none"
    >
      {rows.map((row, index) => (
        <g key={row.key} onPointerEnter={() => onAt(index)} onClick={() => onOpen(index)}>
          <rect x={index} width="1" height={HEIGHT} fill="transparent" />
          <rect
            x={index + 0.1}
            y={axis - LEAST}
            width="0.8"
            height={LEAST}
            style={{ fill: "var(--pressed)" }}
          />
          {barsOf(row, scale, HEIGHT, LEAST * 2).map(({ part, top, height }) => (
            <rect
              key={part}
              x={index + 0.1}
              y={top}
              width="0.8"
              height={height}
              style={{ fill: PART_COLORS[part], opacity: index === at ? 1 : 0.75 }}
            />
          ))}
        </g>
      ))}
    </svg>
  );
}
