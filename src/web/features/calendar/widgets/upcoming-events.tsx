import { addDays, dayIn, isDay } from "#language/moment.ts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { accountDay } from "../../../kernel/account/account-clock.ts";
import { useAccountNow } from "../../../kernel/account/use-account-now.ts";
import { defineFields } from "../../../kernel/widgets/settings.ts";
import { defineWidget } from "../../../kernel/widgets/widget.ts";
import { NothingYet, WidgetStates } from "../../../kernel/widgets/widget-states.tsx";
import { clockTime } from "../../../lib/dates.ts";
import { t } from "../../../lib/messages/t.ts";
import { useCalendars } from "../model/calendars.ts";
import { type Entry, entriesOf } from "../model/entries.ts";
import { eventsIn, zoneNow } from "../model/event-lists.ts";
import { dayLabel } from "./day-label.ts";

/** As far as one looks ahead. */
const DAYS_AHEAD = 90;

const fields = defineFields({
  count: { kind: "number", label: t("Events at most"), initial: 3, min: 1, max: 12 },
});

type Shown = {
  key: string;
  title: string;
  day: string;
  time: string;
  place: string;
  color: string;
  href?: string;
};

/** The next events that are not over, of the calendars that are shown. */
function shownOf(entries: readonly Entry[], now: Date, count: number): Shown[] {
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

function Rows({ events }: { events: readonly Shown[] }) {
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

/** The next ones; asked for once, whoever shows them. */
export function useUpcoming(count: number) {
  const now = useAccountNow();
  const zone = zoneNow();
  const from = accountDay();
  const query = useQuery(eventsIn({ from, to: addDays(from, DAYS_AHEAD), timeZone: zone }));
  const calendars = useCalendars();
  const listed = query.data ?? { events: [], instances: [], isTruncated: false };
  const entries = entriesOf({ ...listed, calendars, tasks: [], reminders: [], rings: [] }, zone);
  return { query, events: shownOf(entries, now, count) };
}

export const widget = defineWidget({
  fields,
  link: { to: "/app/calendar", words: t("Open Full Calendar") },
  View: function UpcomingEvents({ settings: { count } }) {
    const { query, events } = useUpcoming(count);
    return (
      <WidgetStates
        of={query}
        empty={events.length === 0 && <NothingYet>{t("Nothing in the next three months.")}</NothingYet>}
      >
        <Rows events={events} />
      </WidgetStates>
    );
  },
  Preview: function UpcomingEventsPreview() {
    const place = t("No location");
    const color = "var(--data-1)";
    return (
      <Rows
        events={[
          {
            key: "1",
            title: t("Visit of the mason"),
            day: t("Today"),
            time: "9:30",
            place: t("Garden"),
            color,
          },
          { key: "2", title: t("Lunch with Ana"), day: t("Tomorrow"), time: "12:00", place, color },
          { key: "3", title: t("Long weekend"), day: "May 08", time: t("All day"), place, color },
        ]}
      />
    );
  },
});
