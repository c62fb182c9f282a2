import { t } from "../../../lib/messages/t.ts";
import { showBehind, type Behind } from "./behind.ts";
import { PART_COLORS } from "./bars.ts";
import type { ChartRow } from "./chart-rows.ts";
import { addedFigure, changeWords, removedFigure } from "./periods.ts";

export type BarRow = ChartRow & { behind: Behind };

/** Names with bars, the longest first; each opens what is behind it. */
export function BarList({ rows, told }: { rows: readonly BarRow[]; told?: (value: number) => string }) {
  if (rows.length === 0)
    return <p className="py-6 text-center text-sm text-muted">{t("Nothing in this period.")}</p>;
  const most = Math.max(1, ...rows.map(({ value, removed = 0 }) => value + removed));
  return (
    <ul className="-mx-2 flex max-h-96 flex-col overflow-auto">
      {rows.map((row) => (
        <li key={row.key}>
          <button
            type="button"
            onClick={() => showBehind(row.behind)}
            className="flex w-full min-w-0 flex-col gap-1 rounded-md px-2 py-1.5 text-start text-sm hover:bg-hover"
          >
            <span className="flex min-w-0 justify-between gap-4">
              <bdi className="truncate">{row.label}</bdi>{" "}
              {told ? (
                <span className="shrink-0 text-muted tabular-nums">{told(row.value)}</span>
              ) : (
                <Change of={row} />
              )}
            </span>
            <Bar of={row} most={most} />
          </button>
        </li>
      ))}
    </ul>
  );
}

function Change({ of: { value, removed = 0 } }: { of: ChartRow }) {
  return (
    <>
      <span className="sr-only">{changeWords(value, removed)}</span>
      <span className="flex shrink-0 gap-2 tabular-nums" aria-hidden="true">
        <span>{addedFigure(value)}</span>
        {removed > 0 && <span className="text-muted">{removedFigure(removed)}</span>}
      </span>
    </>
  );
}

function Bar({ of: { value, removed = 0 }, most }: { of: ChartRow; most: number }) {
  return (
    <span
      className="flex h-1.5 gap-px overflow-hidden rounded-full bg-pressed forced-color-adjust-none"
      aria-hidden="true"
    >
      <span className="block bg-accent-fill" style={{ width: `${(value / most) * 100}%` }} />
      {removed > 0 && (
        <span
          className="block"
          style={{ width: `${(removed / most) * 100}%`, background: PART_COLORS.removed }}
        />
      )}
    </span>
  );
}
