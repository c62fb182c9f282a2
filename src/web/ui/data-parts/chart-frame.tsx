import { useState, type ReactNode } from "react";
import { Button } from "../button.tsx";
import { dataColor, type DataColor } from "./data-color.ts";
import { SkeletonRows } from "../skeleton.tsx";
import { t } from "../../lib/messages/t.ts";

type Series = { name: string; color: DataColor };

type ChartFrameProps = {
  /** What it is about, with its unit: "Words a day". */
  title: string;
  series: readonly Series[];
  /** The same numbers for whoever does not see the picture: a row for each place of the axis, a number for each series. */
  rows: readonly { label: string; values: readonly (number | null)[] }[];
  isLoading?: boolean;
  /** The picture itself, without words of its own for screen readers. */
  children: ReactNode;
};

/** Told by more than color: the first is a disc, then square, diamond, triangle, and again with a hole. */
const SHAPES = ["M5 0a5 5 0 1 0 .01 0Z", "M0.5 0.5h9v9h-9Z", "M5 0 10 5 5 10 0 5Z", "M5 0.5 10 9.5H0Z"];

/** The shape and color by which a series is known, in a legend and on its line. */
function SeriesMark({ color }: { color: DataColor }) {
  const shape = SHAPES[(color - 1) % SHAPES.length]!;
  const isHollow = color > SHAPES.length;
  return (
    <svg viewBox="-1 -1 12 12" width="11" height="11" aria-hidden="true" className="forced-color-adjust-none">
      <path
        d={shape}
        style={{ stroke: dataColor(color), fill: isHollow ? "none" : dataColor(color) }}
        strokeWidth="2"
        strokeLinejoin="round"
      />
    </svg>
  );
}

/** What stands around every chart: title, legend, its numbers as a table, and a word while there are none. */
export function ChartFrame({ title, series, rows, isLoading = false, children }: ChartFrameProps) {
  const [isTable, setIsTable] = useState(false);
  const isEmpty = rows.every(({ values }) => values.every((value) => value === null));
  return (
    <figure aria-label={title} className="flex min-w-0 flex-col gap-3">
      <figcaption className="flex min-h-7 flex-wrap items-center gap-x-4 gap-y-1">
        <span className="text-sm font-semibold">{title}</span>
        {series.length > 1 && (
          <ul aria-label={t("Legend")} className="flex min-w-0 flex-wrap gap-x-3 gap-y-1 text-xs text-muted">
            {series.map(({ name, color }) => (
              <li key={name} className="flex min-w-0 items-center gap-1.5">
                <SeriesMark color={color} />
                <bdi className="truncate">{name}</bdi>
              </li>
            ))}
          </ul>
        )}
        {!isLoading && !isEmpty && (
          <Button
            look="quiet"
            className="ms-auto h-7!"
            aria-pressed={isTable}
            onClick={() => setIsTable(!isTable)}
          >
            {isTable ? t("Show the chart") : t("Show as a table")}
          </Button>
        )}
      </figcaption>
      {isLoading ? (
        // As high as what comes, which would move all below it otherwise.
        <div className="h-36 overflow-hidden">
          <SkeletonRows count={3} />
        </div>
      ) : isEmpty ? (
        <p className="grid min-h-36 place-items-center text-sm text-muted">{t("Nothing to show yet")}</p>
      ) : isTable ? (
        <Numbers title={title} series={series} rows={rows} />
      ) : (
        <div aria-hidden="true" className="min-h-36">
          {children}
        </div>
      )}
    </figure>
  );
}

function Numbers({ title, series, rows }: Pick<ChartFrameProps, "title" | "series" | "rows">) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is scrolled by keys as well
    <div className="max-h-64 overflow-auto" role="region" aria-label={t("Numbers")} tabIndex={0}>
      <table className="w-full text-sm tabular-nums">
        <caption className="sr-only">{title}</caption>
        <thead className="text-xs text-muted">
          <tr>
            <th scope="col" className="sr-only">
              {t("When")}
            </th>
            {series.map(({ name }) => (
              <th key={name} scope="col" className="px-2 py-1 text-end font-medium">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, values }) => (
            <tr key={label} className="border-t border-line">
              <th scope="row" className="px-2 py-1 text-start font-normal">
                {label}
              </th>
              {values.map((value, index) => (
                <td key={series[index]?.name} className="px-2 py-1 text-end">
                  {value === null ? "" : value.toLocaleString()}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
