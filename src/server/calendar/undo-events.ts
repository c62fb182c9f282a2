import type { Calendar } from "#contract/calendars.ts";
import { changesOf, fieldsBefore } from "../activity/fields-before.ts";
import type { Database, Tx } from "../db/client.ts";
import { Failure, notFound } from "../failure.ts";
import type { Undo } from "../feature.ts";
import { LOGGED_OF_CALENDAR, listCalendars, updateCalendar } from "./calendars.ts";
import { applyMoves, removeEvent } from "./change-events.ts";
import { type Imported, trashImported } from "./ics/undo-import.ts";
import { COLUMNS, type EventRow, toEvent } from "./event-row.ts";
import { assertPlaces } from "./events.ts";
import { type EventMove, LOGGED, changesOf as changesBetween } from "./log-events.ts";
import type { EventDraft } from "./save-events.ts";
import { whyNotChanged } from "./shared-calendars.ts";
import { removeCalendar, restoreCalendar, restoreEvent } from "./trash-events.ts";

type Entry = Parameters<Undo["run"]>[2];
/** Of an entry of a series that was parted: all that it touched. */
const movesOf = ({ metadata }: Pick<Entry, "metadata">) =>
  (metadata["events"] as EventMove[] | undefined)?.map(({ id, before, after }): EventMove => ({
    id,
    before: withAttendees(before),
    after: withAttendees(after),
  }));
/** Entries of earlier versions know of none. */
const withAttendees = (draft: EventDraft | null) => draft && { ...draft, attendees: draft.attendees ?? [] };

export const undoNewEvent: Undo = {
  run: (db, userId, { entityId }) => removeEvent(db, userId, { eventId: entityId, scope: "all" }),
};
export const undoRemovedEvent: Undo = {
  run: (db, userId, { entityId }) => restoreEvent(db, userId, entityId),
};
export const undoNewCalendar: Undo = {
  run: (db, userId, { entityId }) => removeCalendar(db, userId, entityId),
};
export const undoRemovedCalendar: Undo = {
  run: (db, userId, { entityId }) => restoreCalendar(db, userId, entityId),
};

/** Puts the fields back, or the whole of a series that was parted. @throws Failure CONFLICT when it was changed again since */
export const undoEventChange: Undo = {
  isPossible: (entry) => movesOf(entry) !== undefined || Object.keys(changesOf(entry)).length > 0,
  run: (db, userId, entry) => {
    const moves = movesOf(entry);
    return moves ? undoMoves(db, userId, moves) : undoFields(db, userId, entry);
  },
};

function undoFields(db: Database, userId: string, entry: Entry) {
  return db.withUser(userId, async (tx) => {
    const now = (await lockAll(tx, [entry.entityId])).get(entry.entityId);
    if (!now) throw await whyNotChanged(tx, entry.entityId);
    if (now.isTrashed) throw new Failure("CONFLICT", "This event was deleted since then.");
    const before = { ...now.draft, ...fieldsBefore(entry, LOGGED, now.draft) } as EventDraft;
    await assertPlaces(tx, before, now.draft.noteId);
    await applyMoves(tx, [{ id: entry.entityId, before: now.draft, after: before }]);
  });
}

function undoMoves(db: Database, userId: string, moves: EventMove[]) {
  return db.withUser(userId, async (tx) => {
    const now = await lockAll(
      tx,
      moves.map(({ id }) => id),
    );
    for (const { id, after } of moves) {
      if (after && !now.has(id)) throw await whyNotChanged(tx, id);
      assertUnchanged(now.get(id), after);
    }
    const back = moves.map((move): EventMove => ({ id: move.id, before: move.after, after: move.before }));
    for (const { after } of back) if (after) await assertPlaces(tx, after, after.noteId);
    await applyMoves(tx, back);
  });
}

type Current = { draft: EventDraft; isTrashed: boolean };

function assertUnchanged(now: Current | undefined, after: EventDraft | null): void {
  const isSame =
    after === null
      ? now === undefined || now.isTrashed
      : now !== undefined && !now.isTrashed && Object.keys(changesBetween(after, now.draft)).length === 0;
  if (!isSame)
    throw new Failure("CONFLICT", "This event was changed again since then, so nothing was undone.");
}

/** In the order of their ids, those in the trash included. */
async function lockAll(tx: Tx, ids: string[]): Promise<Map<string, Current>> {
  const { draftOf } = await import("./reshape.ts");
  const rows = await tx.query<EventRow & { is_trashed: boolean }>(
    `SELECT ${COLUMNS}, e.trashed_at IS NOT NULL AS is_trashed FROM calendar_events e
     WHERE e.id = ANY ($1::uuid[]) ORDER BY e.id FOR UPDATE OF e`,
    [ids],
    "lock-events",
  );
  return new Map(rows.map((row) => [row.id, { draft: draftOf(toEvent(row)), isTrashed: row.is_trashed }]));
}

const importedOf = ({ metadata }: Pick<Entry, "metadata">) => metadata["imported"] as Imported | undefined;

/** The name and color that it had, or what it was before a file was put into it; what that changed is not kept. */
export const undoCalendarChange: Undo = {
  isPossible: (entry) => {
    const imported = importedOf(entry);
    return imported ? imported.updated === 0 : Object.keys(changesOf(entry)).length > 0;
  },
  run: async (db, userId, entry) => {
    const now = (await listCalendars(db, userId)).find(({ id }) => id === entry.entityId);
    if (!now) throw notFound();
    const imported = importedOf(entry);
    if (imported) return db.withUser(userId, (tx) => trashImported(tx, now.id, imported));
    const before = fieldsBefore(entry, LOGGED_OF_CALENDAR, now) as Partial<Calendar>;
    return updateCalendar(db, userId, { calendarId: now.id, name: before.name, color: before.color });
  },
};
