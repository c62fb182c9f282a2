import { Calendar, CalendarPlus, CalendarX, RotateCcw } from "lucide-react";
import { defineManifest } from "../../kernel/manifest.ts";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";
import { refreshCalendar } from "./refresh-calendar.ts";

export const calendar = defineManifest({
  live: { event: refreshCalendar, calendar: refreshCalendar },
  trash: {
    event: {
      icon: Calendar,
      singular: t("Event"),
      plural: t("Events"),
      count: (count) => plural(count, { one: "{count} event", other: "{count} events" }),
      refresh: refreshCalendar,
    },
    calendar: {
      icon: Calendar,
      singular: t("Calendar"),
      plural: t("Calendars"),
      count: (count) => plural(count, { one: "{count} calendar", other: "{count} calendars" }),
      refresh: refreshCalendar,
    },
  },
  activity: {
    types: {
      event_created: { icon: CalendarPlus, words: t("Event created") },
      event_updated: { icon: Calendar, words: t("Event updated") },
      event_deleted: { icon: CalendarX, words: t("Event deleted") },
      event_restored: { icon: RotateCcw, words: t("Event restored") },
      calendar_created: { icon: CalendarPlus, words: t("Calendar created") },
      calendar_updated: { icon: Calendar, words: t("Calendar updated") },
      calendar_deleted: { icon: CalendarX, words: t("Calendar deleted") },
      calendar_restored: { icon: RotateCcw, words: t("Calendar restored") },
    },
  },
});
