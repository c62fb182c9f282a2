import { CalendarDays } from "lucide-react";
import type { CalendarEvent } from "#contract/events.ts";
import { dayIn, momentOf } from "#language/moment.ts";
import type { FindFacet, Found } from "../../kernel/find-facet.ts";
import { t } from "../../lib/messages/t.ts";
import { api } from "../../platform/api.ts";
import { knownEvents } from "./model/event-lists.ts";
import { spanWords } from "./model/times.ts";

type When = { instance: string | null; start: string; end: string };

/** @param projectId of an event that is in no calendar here: it is looked at in its project. */
function foundOf(event: CalendarEvent, { instance, start, end }: When, projectId: string | null): Found {
  const address = new URLSearchParams({
    on: dayIn(start),
    event: event.id,
    ...(instance && { at: instance }),
  });
  return {
    id: `event.${event.id}`,
    title: event.title,
    about: [spanWords({ start, end }, new Date()), event.location].filter(Boolean).join(" · "),
    icon: CalendarDays,
    href: projectId
      ? `/app/projects/${projectId}?tab=calendar&on=${dayIn(start)}`
      : `/app/calendar?${address.toString()}`,
    text: `${event.title} ${event.tags.join(" ")} ${event.location} ${event.description}`,
  };
}

/** What the device knows of a series is its first day. */
const firstOf = (event: CalendarEvent): When => {
  const start = momentOf(event.date, event.time);
  return {
    instance: event.repeat === null ? null : start,
    start,
    end: momentOf(event.endDate, event.endTime),
  };
};

export const findEvents: FindFacet = {
  title: t("Events"),
  keyOf: (input) => [...api.events.search.queryKey({ input }), "found"],
  find: async (input) =>
    (await api.events.search.call(input)).hits.map(({ event, instance, projectId }) =>
      foundOf(event, instance, projectId),
    ),
  known: () => [...knownEvents().values()].map((event) => foundOf(event, firstOf(event), null)),
};
