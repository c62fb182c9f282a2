import { type RefObject, useEffect, useMemo, useState } from "react";
import { firstWeekday } from "../../../lib/dates.ts";
import type { TimelineRow } from "./arrange.ts";
import { linksOf, placeOf, type Scale, ticksOf } from "./scale.ts";
import { ROW_HEIGHT } from "./timeline-row.tsx";

/** Lines are drawn in a band of such a height, and in those over and under it. No window is higher. */
const BAND = 3_000;

type GroundProps = {
  scroller: RefObject<HTMLElement | null>;
  rows: readonly TimelineRow[];
  above: number;
  scale: Scale;
  today: string;
};

/** What is drawn under the rows: where days and weeks begin, today, and what waits for what. Rows say it in words. */
export function Ground({ scroller, rows, above, scale, today }: GroundProps) {
  const links = useMemo(() => linksOf(rows, scale, above, ROW_HEIGHT), [rows, scale, above]);
  const band = useBand(scroller);
  const height = (rows.length + above) * ROW_HEIGHT;
  const now = placeOf(today, scale) + scale.dayWidth / 2;
  return (
    <svg
      aria-hidden="true"
      width={scale.width}
      height={height}
      className="pointer-events-none absolute start-(--titles) top-0 fill-none rtl:-scale-x-100"
    >
      <g className="stroke-line">
        {ticksOf(scale, firstWeekday()).map(({ day, x }) => (
          <path key={day} d={`M${x + 0.5} 0V${height}`} />
        ))}
      </g>
      <path d={`M${now} 0V${height}`} className="stroke-accent" strokeWidth={2} />
      {links
        .filter(({ top, bottom }) => top < (band + 2) * BAND && bottom > (band - 1) * BAND)
        .map(({ key, path, isLate, top, bottom }) => (
          <path
            key={key}
            d={path}
            data-link={isLate ? "late" : ""}
            strokeWidth={1.5}
            // A browser lays out every dash of a line, also those far out of sight.
            strokeDasharray={isLate && bottom - top < BAND ? "4 3" : undefined}
            className={isLate ? "stroke-danger" : "stroke-muted"}
          />
        ))}
    </svg>
  );
}

/** In which band the rows in sight begin. */
function useBand(scroller: RefObject<HTMLElement | null>): number {
  const [band, setBand] = useState(0);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const handle = () => setBand(Math.floor(element.scrollTop / BAND));
    handle();
    element.addEventListener("scroll", handle, { passive: true });
    return () => element.removeEventListener("scroll", handle);
  }, [scroller]);
  return band;
}
