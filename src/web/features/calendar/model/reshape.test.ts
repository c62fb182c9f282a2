import { expect, test } from "vitest";
import type { CalendarEvent, EventScope } from "#contract/events.ts";
import { countBefore } from "#language/instances.ts";
import {
  draftOf,
  lookedAt,
  reshape as reshapeAll,
  reshapeFollowing,
  reshapeInstance,
} from "#server/calendar/reshape.ts";
import { type EventFields, reshape, type Target } from "./reshape.ts";

const NEW = "00000000-0000-7000-8000-000000000002";

const series: CalendarEvent = {
  id: "00000000-0000-7000-8000-000000000001",
  calendarId: "00000000-0000-7000-8000-000000000003",
  title: "Standup",
  date: "2026-11-23",
  time: "09:00",
  endDate: "2026-11-23",
  endTime: "09:30",
  timeZone: "Europe/Oslo",
  location: "",
  description: "",
  type: "event",
  tags: [],
  repeat: "FREQ=WEEKLY;BYDAY=MO,WE",
  exceptDates: ["2026-12-02T09:00"],
  extraDates: [],
  seriesId: null,
  instance: null,
  noteId: null,
  attendees: [],
  isCanceled: false,
  createdAt: "2026-11-20T00:00:00.000Z",
  updatedAt: "2026-11-20T00:00:00.000Z",
};

/** As the server changes it, by its own functions. */
function onServer({ event, instance }: Target, scope: EventScope, fields: EventFields) {
  const whole = { event: draftOf(event), changed: [] };
  const { moves } =
    instance === null || scope === "all"
      ? reshapeAll(whole, lookedAt(whole.event, instance ?? undefined), fields)
      : scope === "following" && instance === `${event.date}T${event.time}`
        ? reshapeAll(whole, lookedAt(whole.event, instance), fields)
        : scope === "this"
          ? reshapeInstance(whole, instance, NEW, fields)
          : reshapeFollowing(whole, instance, NEW, fields);
  return moves.flatMap(({ after }) => after ?? []);
}

const moved = { date: "2026-11-26", time: "10:00", endDate: "2026-11-26", endTime: "10:45" };

test.each<[scope: EventScope, instance: string | null, change: EventFields]>([
  ["all", null, { title: "Daily" }],
  ["all", "2026-11-25T09:00", { title: "Daily" }],
  ["all", "2026-11-25T09:00", moved],
  ["this", "2026-11-25T09:00", { title: "Late" }],
  ["this", "2026-11-25T09:00", moved],
  ["following", "2026-11-25T09:00", { title: "Retro" }],
  ["following", "2026-11-25T09:00", moved],
  ["following", "2026-11-23T09:00", { title: "From the first on" }],
])("%s from %s is shown before the answer as the server makes it: %o", (scope, instance, change) => {
  const shown = reshape({ event: series, instance }, scope, change, NEW, countBefore).map(draftOf);
  const made = onServer({ event: series, instance }, scope, change);
  for (const event of shown) expect(event).toEqual(made.find(({ id }) => id === event.id));
});
