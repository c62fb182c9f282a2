import { events } from "#contract/events.ts";
import { type Changeable, without } from "../feature.ts";
import { type EventChange, removeEvent, updateEvent } from "./change-events.ts";
import { COLUMNS, type EventRow, IS_THERE, toEvent } from "./event-row.ts";
import { createEvent } from "./events.ts";
import { draftOf } from "./reshape.ts";
import { restoreEvent } from "./trash-events.ts";

/** Whole events and series; an instance that became an event of its own is part of its series. */
export const eventChanges: Changeable = {
  idName: "eventId",
  operations: events,
  read: async (tx, id) => {
    const [row] = await tx.query<EventRow>(
      `SELECT ${COLUMNS} FROM calendar_events e WHERE ${IS_THERE} AND e.id = $1 AND e.series_id IS NULL FOR UPDATE OF e`,
      [id],
    );
    return row ? without(draftOf(toEvent(row)), ["id", "seriesId", "instance"]) : null;
  },
  create: ({ db }, userId, input: Parameters<typeof createEvent>[2]) => createEvent(db, userId, input),
  update: ({ db }, userId, input: EventChange) => updateEvent(db, userId, { ...input, scope: "all" }),
  remove: ({ db }, userId, { eventId }: { eventId: string }) =>
    removeEvent(db, userId, { eventId, scope: "all" }),
  restore: ({ db }, userId, id) => restoreEvent(db, userId, id),
};
