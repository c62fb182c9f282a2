import { useState } from "react";
import { t } from "../../../lib/messages/t.ts";
import { Button } from "../../../ui/button.tsx";
import { ChartCard } from "./chart-card.tsx";
import type { ChartRow } from "./chart-rows.ts";
import { wordsOf } from "./periods.ts";

type ColumnChartProps<Row extends ChartRow> = {
  title: string;
  rows: readonly Row[];
  onOpen: (row: Row) => void;
};

const [HEIGHT, LEAST] = [120, 1.5];

/** Columns that arrow keys go along; the one that is chosen is told under them, and opens what is behind it. */
export function ColumnChart<Row extends ChartRow>({ title, rows, onOpen }: ColumnChartProps<Row>) {
  const highest = rows.reduce(
    (best, row, at) => (row.value > (rows[best]?.value ?? 0) ? at : best),
    rows.length - 1,
  );
  const [chosen, setChosen] = useState<number | null>(null);
  const at = Math.min(chosen ?? highest, rows.length - 1);
  const row = rows[at];
  if (!row) return null;
  const told = t("{name}: {words}", { name: row.label, words: wordsOf(row.value) });
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
    <ChartCard title={title} rows={rows} told={wordsOf} onOpen={(one) => onOpen(one as Row)}>
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
      <Button
        look="quiet"
        className="-mx-2 self-start px-2! tabular-nums pointer-coarse:h-11"
        onClick={() => onOpen(row)}
      >
        {told}
      </Button>
    </ChartCard>
  );
}

type ColumnsProps = {
  rows: readonly ChartRow[];
  at: number;
  onAt: (index: number) => void;
  onOpen: (index: number) => void;
};

function Columns({ rows, at, onAt, onOpen }: ColumnsProps) {
  const most = Math.max(1, ...rows.map(({ value }) => value));
  return (
    <svg
      viewBox={`0 0 ${rows.length} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="block h-32 w-full cursor-pointer forced-color-adjust-none"
    >
      {rows.map(({ key, value }, index) => {
        const height = value === 0 ? LEAST : Math.max((value / most) * HEIGHT, LEAST * 2);
        return (
          <g key={key} onPointerEnter={() => onAt(index)} onClick={() => onOpen(index)}>
            <rect x={index} width="1" height={HEIGHT} fill="transparent" />
            <rect
              x={index + 0.1}
              y={HEIGHT - height}
              width="0.8"
              height={height}
              style={{
                fill:
                  value === 0
                    ? "var(--pressed)"
                    : index === at
                      ? "var(--accent-fill-hover)"
                      : "var(--accent-fill)",
                opacity: index === at ? 1 : 0.75,
              }}
            />
          </g>
        );
      })}
    </svg>
  );
}
