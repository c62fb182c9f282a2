import { CalendarDays, CalendarPlus, CalendarRange, CalendarX, RotateCcw, Rows3 } from "lucide-react";
import type { CalendarEvent } from "#contract/events.ts";
import type { Action } from "../../kernel/actions/action.ts";
import { goTo } from "../../kernel/actions/go-to.ts";
import { onRefused, onReplayed } from "../../platform/send.ts";
import { toast } from "../../ui/toast-store.ts";
import { overwrittenWords } from "./model/overwritten.ts";
import { defineManifest } from "../../kernel/manifest.ts";
import { deferred } from "../../ui/deferred.tsx";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";
import type * as Untold from "./guests/untold-guests.ts";
import { useControls } from "./controls.ts";
import { type CalendarView, VIEWS } from "./model/periods.ts";
import { refreshEvents } from "./model/refresh-events.ts";
import { checkSharedCalendars, startFollowingAccess } from "./rescue/shared-access.ts";
import type { About } from "./rescue/keep-words.ts";
import type { CreateInput, UpdateInput } from "./rescue/rescue-events.ts";
import { planningActions, planningDialogs } from "./planning/planning-actions.ts";

const controls = () => useControls.getState().controls;
const isAvailable = () => controls() !== null;

const TITLES: Record<CalendarView, string> = {
  month: t("Show Month"),
  week: t("Show Week"),
  day: t("Show Day"),
  agenda: t("Show Agenda"),
  year: t("Show Year"),
};

/** While the calendar is on the screen. */
const views = VIEWS.map(({ id }): Action => ({
  id: `calendar.${id}`,
  title: TITLES[id],
  group: "View",
  icon: CalendarRange,
  isAvailable,
  run: () => controls()?.show(id),
}));

const steps: Action[] = [
  {
    id: "calendar.today",
    title: t("Show Today"),
    group: "View",
    icon: CalendarDays,
    isAvailable,
    run: () => controls()?.goToday(),
  },
  {
    id: "calendar.previous",
    title: t("Previous Days"),
    group: "View",
    icon: Rows3,
    isAvailable,
    run: () => controls()?.step(-1),
  },
  {
    id: "calendar.next",
    title: t("Next Days"),
    group: "View",
    icon: Rows3,
    isAvailable,
    run: () => controls()?.step(1),
  },
];

const face = { group: "events" } as const;

// A change that waited for the server meets what others have changed meanwhile.
onReplayed(
  ["events", "update"],
  ({ overwritten, events }: { overwritten: string[]; events: CalendarEvent[] }) => {
    const words = overwrittenWords(overwritten);
    if (words) toast.info(words, { duration: 10_000 });
    askUntold((ask) => ask.askAboutEvents(events));
  },
);
onReplayed(["events", "create"], (event: CalendarEvent) => askUntold((ask) => ask.askAboutEvents([event])));
onReplayed(["events", "remove"], (_, { eventId }: { eventId: string }) =>
  askUntold((ask) => ask.askAboutRemoved(eventId)),
);
onReplayed(["calendars", "remove"], (_, { calendarId }: { calendarId: string }) =>
  askUntold((ask) => ask.askAboutCalendar(calendarId)),
);

/** Where that fails, the event's dialog says that nobody was told. */
function askUntold(run: (ask: typeof Untold) => Promise<void>): void {
  void import("./guests/untold-guests.ts").then(run).catch(() => {});
}

const rescue = () => import("./rescue/rescue-events.ts");

onRefused<CreateInput, { calendar: string }>(["events", "create"], async ({ input, about }) =>
  (await rescue()).rescueCreated(input, about?.calendar ?? ""),
);

onRefused<UpdateInput, About>(
  ["events", "update"],
  // What an older page has left to be sent says nothing about its event.
  async ({ input, about }) => about !== undefined && (await rescue()).rescueUpdated(input, about),
);

onRefused<{ eventId: string }, About>(
  ["events", "remove"],
  async ({ input, about, error }) =>
    about !== undefined && (await rescue()).rescueRemoved(input.eventId, about, error),
);

startFollowingAccess();

declare module "../../kernel/actions/dialogs.ts" {
  interface Dialogs {
    /** `noteId` is an own note that the event is about. */
    "event-from-words": { words: string; noteId: string | null };
  }
}

export const calendar = defineManifest({
  actions: [
    goTo({
      id: "calendar",
      title: t("Calendar"),
      icon: CalendarDays,
      href: "/app/calendar",
      keywords: t("events schedule month week day agenda year"),
      after: "go.seo",
    }),
    {
      id: "event.new",
      title: t("New Event"),
      group: "General",
      icon: CalendarPlus,
      keywords: t("add calendar appointment meeting"),
      run: ({ go }) => {
        const here = controls();
        if (here) here.add();
        else go("/app/calendar?add=yes");
      },
    },
    ...planningActions,
    ...views,
    ...steps,
  ],
  dialogs: {
    ...planningDialogs,
    "event-from-words": deferred(async () => (await import("./event-from-words.tsx")).EventFromWords),
  },
  live: {
    event: refreshEvents,
    calendar: refreshEvents,
    // A share that was given, changed or taken back may be that of a calendar.
    share: () => {
      refreshEvents();
      void checkSharedCalendars();
    },
  },
  trash: {
    event: {
      icon: CalendarDays,
      singular: t("Event"),
      plural: t("Events"),
      count: (count) => plural(count, { one: "{count} event", other: "{count} events" }),
      refresh: refreshEvents,
    },
    calendar: {
      icon: CalendarRange,
      singular: t("Calendar"),
      plural: t("Calendars"),
      count: (count) => plural(count, { one: "{count} calendar", other: "{count} calendars" }),
      refresh: refreshEvents,
    },
  },
  capture: {
    id: "event",
    title: t("Event"),
    View: deferred(async () => (await import("./capture-event.tsx")).CaptureEvent),
  },
  finds: async () => (await import("./found-events.ts")).findEvents,
  activity: {
    groups: [{ id: "events", words: t("Events") }],
    types: {
      event_created: { icon: CalendarPlus, words: t("Event created"), ...face },
      event_updated: { icon: CalendarDays, words: t("Event updated"), ...face },
      event_deleted: { icon: CalendarX, words: t("Event deleted"), ...face },
      event_restored: { icon: RotateCcw, words: t("Event restored"), ...face },
      calendar_created: { icon: CalendarPlus, words: t("Calendar created"), ...face },
      calendar_updated: { icon: CalendarRange, words: t("Calendar updated"), ...face },
      calendar_deleted: { icon: CalendarX, words: t("Calendar deleted"), ...face },
      calendar_restored: { icon: RotateCcw, words: t("Calendar restored"), ...face },
    },
  },
});
