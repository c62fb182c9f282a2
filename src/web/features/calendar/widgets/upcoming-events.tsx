import { addDays } from "#language/moment.ts";
import { useQuery } from "@tanstack/react-query";
import { accountDay } from "../../../kernel/account/account-clock.ts";
import { useAccountNow } from "../../../kernel/account/use-account-now.ts";
import { defineFields } from "../../../kernel/widgets/settings.ts";
import { defineWidget } from "../../../kernel/widgets/widget.ts";
import { NothingYet, WidgetStates } from "../../../kernel/widgets/widget-states.tsx";
import { t } from "../../../lib/messages/t.ts";
import { useCalendars } from "../model/calendars.ts";
import { entriesOf } from "../model/entries.ts";
import { eventsIn, zoneNow } from "../model/event-lists.ts";
import { EventRows, nextEvents } from "./event-rows.tsx";

/** As far as one looks ahead. */
const DAYS_AHEAD = 90;

const fields = defineFields({
  count: { kind: "number", label: t("Events at most"), initial: 3, min: 1, max: 12 },
});

/** The next ones; asked for once, whoever shows them. */
export function useUpcoming(count: number) {
  const now = useAccountNow();
  const zone = zoneNow();
  const from = accountDay();
  const query = useQuery(eventsIn({ from, to: addDays(from, DAYS_AHEAD), timeZone: zone }));
  const calendars = useCalendars();
  const listed = query.data ?? { events: [], instances: [], isTruncated: false };
  const entries = entriesOf({ ...listed, calendars, tasks: [], reminders: [], rings: [] }, zone);
  return { query, events: nextEvents(entries, now, count) };
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
        <EventRows events={events} />
      </WidgetStates>
    );
  },
  Preview: function UpcomingEventsPreview() {
    const place = t("No location");
    const color = "var(--data-1)";
    return (
      <EventRows
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
