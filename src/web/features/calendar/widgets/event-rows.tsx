import { dayIn, isDay } from "#language/moment.ts";
import { Link } from "@tanstack/react-router";
import { clockTime } from "../../../lib/dates.ts";
import { t } from "../../../lib/messages/t.ts";
import type { Entry } from "../model/entries.ts";
import { dayLabel } from "./day-label.ts";

export type ShownEvent = {
  key: string;
  title: string;
  day: string;
  time: string;
  place: string;
  color: string;
  href?: string;
};

/** The next events that are not over. */
export function nextEvents(entries: readonly Entry[], now: Date, count: number): ShownEvent[] {
  const at = wallNow(now);
  const today = at.slice(0, 10);
  return entries
    .flatMap((entry) => (entry.kind === "event" && !entry.event.isCanceled ? [entry] : []))
    .filter(({ span }) => (isDay(span.end) ? span.end >= today : span.end > at))
    .slice(0, count)
    .map(({ key, title, span, place, color, event, instance }) => {
      const query = new URLSearchParams({
        on: dayIn(span.start),
        event: event.id,
        ...(instance && { at: instance }),
      });
      return {
        key,
        title,
        day: dayLabel(dayIn(span.start) < today ? today : dayIn(span.start), today),
        time: isDay(span.start) ? t("All day") : clockTime(new Date(span.start)),
        place: place || t("No location"),
        color,
        href: `/app/calendar?${query.toString()}`,
      };
    });
}

const wallNow = (now: Date): string => {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}T${two(now.getHours())}:${two(now.getMinutes())}`;
};

export function EventRows({ events }: { events: readonly ShownEvent[] }) {
  return (
    <ul aria-label={t("Upcoming events")} className="-mx-2 flex flex-col">
      {events.map(({ key, title, day, time, place, color, href }) => (
        <li key={key} className="relative flex min-h-12 items-center gap-3 rounded-md px-2 hover:bg-hover">
          <span
            aria-hidden="true"
            className="h-8 w-1 shrink-0 rounded-full forced-color-adjust-none"
            style={{ background: color }}
          />
          <span className="min-w-0 flex-1">
            {href ? (
              <Link to={href} dir="auto" className="row-link block truncate text-sm font-medium">
                {title}
              </Link>
            ) : (
              <span className="block truncate text-sm font-medium">{title}</span>
            )}
            <span dir="auto" className="block truncate text-xs text-muted">
              {place}
            </span>
          </span>
          <span className="shrink-0 text-end text-xs text-muted tabular-nums">
            <span className="block text-ink">{day}</span>
            {time}
          </span>
        </li>
      ))}
    </ul>
  );
}
