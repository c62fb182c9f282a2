import { t } from "../../../lib/messages/t.ts";
import { showBehind, type Behind } from "./behind.ts";
import type { ChartRow } from "./chart-rows.ts";

export type BarRow = ChartRow & { behind: Behind };

/** Names with bars, the longest first; each opens what is behind it. */
export function BarList({ rows, told }: { rows: readonly BarRow[]; told: (value: number) => string }) {
  if (rows.length === 0)
    return <p className="py-6 text-center text-sm text-muted">{t("Nothing in this period.")}</p>;
  const most = Math.max(1, ...rows.map(({ value }) => value));
  return (
    <ul className="-mx-2 flex max-h-96 flex-col overflow-auto">
      {rows.map(({ key, label, value, behind }) => (
        <li key={key}>
          <button
            type="button"
            onClick={() => showBehind(behind)}
            className="flex w-full min-w-0 flex-col gap-1 rounded-md px-2 py-1.5 text-start text-sm hover:bg-hover"
          >
            <span className="flex min-w-0 justify-between gap-4">
              <bdi className="truncate">{label}</bdi>{" "}
              <span className="shrink-0 text-muted tabular-nums">{told(value)}</span>
            </span>
            <span className="h-1.5 overflow-hidden rounded-full bg-pressed" aria-hidden="true">
              <span
                className="block h-full rounded-full bg-accent-fill"
                style={{ width: `${(value / most) * 100}%` }}
              />
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
