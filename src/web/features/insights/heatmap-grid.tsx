import { useState } from "react";
import { addDays } from "#language/moment.ts";
import { dayOfYear, firstWeekday, monthAndDay } from "../../lib/dates.ts";
import { language } from "../../lib/messages/catalog.ts";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";
import { Button } from "../../ui/button.tsx";
import { boundsOf, type HeatmapDay, stepOf, STEPS, weeksUntil } from "./heatmap-weeks.ts";

/** Pixels of a day with the gap behind it. */
const CELL = 13;
const GAP = 3;
const HEAD = 16;

/** Of the accent, as a part of it over the card: both modes and every theme have it. */
const FILLS = ["var(--pressed)", ...[30, 52, 76].map(mixed), "var(--accent-fill)"];
function mixed(percent: number): string {
  return `color-mix(in oklch, var(--accent-fill) ${percent}%, var(--panel))`;
}

const dateOf = (day: string) => new Date(`${day}T00:00`);
const wordsOf = (count: number) =>
  plural(count, { one: "{count} word", other: "{count} words" }, { count: count.toLocaleString(language) });

export type GridProps = {
  days: ReadonlyMap<string, number>;
  today: string;
  weeks: number;
  /** Where a day leads; who gives this has a table of its own. */
  onOpen?: (day: string) => void;
};

/** Days in columns of weeks; arrow keys go from day to day, and what one stands on is said and shown under it. */
export function HeatmapGrid({ days, today, weeks: count, onOpen }: GridProps) {
  const [chosen, setChosen] = useState(today);
  const [isTable, setIsTable] = useState(false);
  const weeks = weeksUntil(today, count, firstWeekday());
  const shown = weeks.flat();
  const at = shown.includes(chosen) ? chosen : today;
  const figures: HeatmapDay[] = shown.map((day) => ({ day, words: days.get(day) ?? 0 }));
  const bounds = boundsOf(figures);
  const told = t("{day}: {words}", { day: dayOfYear(dateOf(at)), words: wordsOf(days.get(at) ?? 0) });
  const move = (key: string): boolean => {
    const by = { ArrowUp: -1, ArrowDown: 1, ArrowLeft: -7, ArrowRight: 7 }[key];
    const next = key === "Home" ? shown[0]! : key === "End" ? today : by ? addDays(at, by) : undefined;
    if (next === undefined) return false;
    if (shown.includes(next)) setChosen(next);
    return true;
  };
  return (
    <figure className="flex min-w-0 flex-col gap-2">
      {isTable ? (
        <DayTable days={figures} />
      ) : (
        <div
          role="slider"
          tabIndex={0}
          aria-label={t("Words written by day")}
          aria-valuemin={0}
          aria-valuemax={shown.length - 1}
          aria-valuenow={shown.indexOf(at)}
          aria-valuetext={told}
          onKeyDown={(event) => {
            if (event.key === "Enter" && onOpen) onOpen(at);
            else if (!move(event.key)) return;
            event.preventDefault();
          }}
          className="-mx-1 rounded-md p-1"
        >
          <Cells
            weeks={weeks}
            at={at}
            stepAt={(day) => stepOf(days.get(day) ?? 0, bounds)}
            onAt={setChosen}
            onOpen={onOpen}
          />
        </div>
      )}
      <figcaption className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
        {onOpen ? (
          <Button
            look="quiet"
            className="-mx-2 px-2! tabular-nums pointer-coarse:h-11"
            onClick={() => onOpen(at)}
          >
            {told}
          </Button>
        ) : (
          <span className="tabular-nums">{told}</span>
        )}
        {!isTable && <Legend />}
        {!onOpen && (
          <Button look="quiet" className="ms-auto h-7!" onClick={() => setIsTable(!isTable)}>
            {isTable ? t("Show the chart") : t("Show as a table")}
          </Button>
        )}
      </figcaption>
    </figure>
  );
}

type CellsProps = {
  weeks: string[][];
  at: string;
  stepAt: (day: string) => number;
  onAt: (day: string) => void;
  onOpen: ((day: string) => void) | undefined;
};

function Cells({ weeks, at, stepAt, onAt, onOpen }: CellsProps) {
  const [width, height] = [weeks.length * CELL, 7 * CELL + HEAD];
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
      className="block w-full forced-color-adjust-none"
      style={{ maxWidth: width * 1.6 }}
    >
      {weeks.map((week, column) => (
        <g key={week[0]} transform={`translate(${column * CELL} ${HEAD})`}>
          <WeekName week={week} before={weeks[column - 1]} isLast={column > weeks.length - 4} />
          {week.map((day, row) => (
            <rect
              key={day}
              y={row * CELL}
              width={CELL - GAP}
              height={CELL - GAP}
              rx="2.5"
              style={{ fill: FILLS[stepAt(day)] }}
              {...(day === at && { stroke: "var(--ink)", strokeWidth: 1.5 })}
              onPointerEnter={() => onAt(day)}
              onClick={() => onOpen?.(day)}
            />
          ))}
        </g>
      ))}
    </svg>
  );
}

/** Over the first week that begins in a month; left out at the edge, where it would be cut. */
function WeekName({
  week,
  before,
  isLast,
}: {
  week: string[];
  before: string[] | undefined;
  isLast: boolean;
}) {
  const month = week[0]!.slice(0, 7);
  if (!before || isLast || before[0]!.slice(0, 7) === month) return null;
  return (
    <text y={-6} fontSize="9" style={{ fill: "var(--muted)" }}>
      {monthAndDay(dateOf(week[0]!))}
    </text>
  );
}

function Legend() {
  return (
    <span className="flex items-center gap-1" aria-hidden="true">
      {t("Less")}
      {STEPS.map((step) => (
        <span
          key={step}
          className="size-2.5 rounded-[2.5px] forced-color-adjust-none"
          style={{ background: FILLS[step] }}
        />
      ))}
      {t("More")}
    </span>
  );
}

function DayTable({ days }: { days: HeatmapDay[] }) {
  const written = days.filter(({ words }) => words > 0).toReversed();
  if (written.length === 0) return <p className="py-2 text-sm text-muted">{t("Nothing written yet.")}</p>;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is scrolled by keys as well
    <div className="max-h-40 overflow-auto" role="region" aria-label={t("Numbers")} tabIndex={0}>
      <table className="w-full text-sm tabular-nums">
        <caption className="sr-only">{t("Words written by day")}</caption>
        <tbody>
          {written.map(({ day, words }) => (
            <tr key={day} className="border-t border-line">
              <th scope="row" className="px-2 py-1 text-start font-normal">
                {dayOfYear(dateOf(day))}
              </th>
              <td className="px-2 py-1 text-end">{words.toLocaleString(language)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
