import { useQuery } from "@tanstack/react-query";
import { addDays } from "#language/moment.ts";
import { accountDay } from "../../../kernel/account/account-clock.ts";
import { useAccountNow } from "../../../kernel/account/use-account-now.ts";
import { defineFields, type OwnInputProps } from "../../../kernel/widgets/settings.ts";
import { defineWidget } from "../../../kernel/widgets/widget.ts";
import { NothingYet, WidgetStates } from "../../../kernel/widgets/widget-states.tsx";
import { ago } from "../../../lib/dates.ts";
import { t } from "../../../lib/messages/t.ts";
import { Select } from "../../../ui/overlay/select.tsx";
import { useCalendars } from "../model/calendars.ts";
import { entriesOf } from "../model/entries.ts";
import { eventsIn, zoneNow } from "../model/event-lists.ts";
import { EventRows, nextEvents } from "./event-rows.tsx";

const DAYS_AHEAD = 90;

const fields = defineFields({
  calendar: { kind: "own", label: t("Calendar"), initial: "", Input: CalendarSelect },
  count: { kind: "number", label: t("Events at most"), initial: 5, min: 1, max: 20 },
});

function CalendarSelect({ label, value, onChange }: OwnInputProps) {
  const calendars = useCalendars();
  return (
    <Select label={label} value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="">{t("Choose a calendar")}</option>
      {calendars.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  );
}

const useCalendar = (id: string) => useCalendars().find((calendar) => calendar.id === id);

type NextProps = { calendarId: string; count: number };

/** Also of a calendar that is hidden in the calendar itself. */
function NextOf({ calendarId, count }: NextProps) {
  const now = useAccountNow();
  const zone = zoneNow();
  const from = accountDay();
  const query = useQuery(eventsIn({ from, to: addDays(from, DAYS_AHEAD), timeZone: zone }));
  const calendar = useCalendar(calendarId);
  const { events = [], instances = [], isTruncated = false } = query.data ?? {};
  const own = events.filter((event) => event.calendarId === calendarId);
  const entries = entriesOf(
    {
      events: own,
      instances,
      isTruncated,
      calendars: calendar ? [{ ...calendar, isVisible: true }] : [],
      tasks: [],
      reminders: [],
      rings: [],
    },
    zone,
  );
  const shown = nextEvents(entries, now, count);
  const source = calendar?.subscription;
  return (
    <WidgetStates
      of={query}
      empty={shown.length === 0 && <NothingYet>{t("Nothing in the next three months.")}</NothingYet>}
    >
      <EventRows events={shown} />
      {source && (
        <p className={`pt-1 text-xs ${source.error ? "text-warn" : "text-faint"}`}>
          {source.error ??
            (source.readAt ? t("Last read {when}", { when: ago(source.readAt) }) : t("Not read yet"))}
        </p>
      )}
    </WidgetStates>
  );
}

export const widget = defineWidget({
  fields,
  link: { to: "/app/calendar", words: t("Open Full Calendar") },
  Title: function CalendarTitle({ settings }) {
    const calendar = useCalendar(settings.calendar);
    return calendar ? <bdi>{calendar.name}</bdi> : t("One Calendar");
  },
  View: function OneCalendar({ settings: { calendar: id, count }, onChange }) {
    const calendar = useCalendar(id);
    if (calendar) return <NextOf calendarId={id} count={count} />;
    return (
      <CalendarSelect label={t("Calendar")} value="" onChange={(next) => onChange({ calendar: next })} />
    );
  },
  Preview: () => (
    <EventRows
      events={[
        {
          key: "1",
          title: t("Paper and glass"),
          day: t("Tomorrow"),
          time: t("All day"),
          place: t("No location"),
          color: "var(--data-4)",
        },
        {
          key: "2",
          title: t("Long weekend"),
          day: "May 08",
          time: t("All day"),
          place: t("No location"),
          color: "var(--data-4)",
        },
      ]}
    />
  ),
});
