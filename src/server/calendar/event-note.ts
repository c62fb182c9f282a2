import { createHash } from "node:crypto";
import type { CalendarEvent } from "#contract/events.ts";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import type { Collab } from "../collab/collab.ts";
import type { Database } from "../db/client.ts";
import { Failure } from "../failure.ts";
import { createNote } from "../notes/create-note.ts";
import { updateEvent } from "./change-events.ts";
import { getEvent } from "./events.ts";

type About = { eventId: string; title: string; text: string };
type Made = { noteId: string; isNew: boolean; event: CalendarEvent };

/**
 * The note about an event, which is made the first time. Of two who ask at once both get the one note: its id comes from the event's, so
 * that the second finds what the first has made.
 *
 * @throws Failure NOT_FOUND, CONFLICT, QUOTA_EXCEEDED
 */
export async function eventNote(
  db: Database,
  collab: Pick<Collab, "onLogged" | "bodies" | "room">,
  userId: string,
  { eventId, title, text }: About,
): Promise<Made> {
  const event = await getEvent(db, userId, eventId);
  if (event.noteId !== null) return { noteId: event.noteId, isNew: false, event };
  const own = await db.queryAs(
    userId,
    "SELECT 1 FROM calendar_events WHERE user_id = $1 AND id = $2",
    [userId, eventId],
    "own-event-of-note",
  );
  if (own.length === 0)
    throw new Failure("CONFLICT", "The note about an event belongs to who owns its calendar.");
  const { id, isNew } = await freeId(db, userId, eventId);
  const body = text === "" ? undefined : ({ format: "markdown", text } as const);
  const head = { id, title, category: "general", tags: [], isFavorite: false, folderId: null };
  const note = { ...head, body, origin: "template" as const };
  await createNote(db, collab, userId, note);
  const scope = event.seriesId === null ? "all" : "this";
  const { events } = await updateEvent(db, userId, { eventId, scope, noteId: id });
  return { noteId: id, isNew, event: events.find((one) => one.id === eventId) ?? event };
}

/** As often as the note about one event is thrown away, and made anew. */
const ROUNDS_MAX = 100;

/** The first of the event's ids that no note in the trash has. */
async function freeId(
  db: Database,
  userId: string,
  eventId: string,
): Promise<{ id: string; isNew: boolean }> {
  const ids = Array.from({ length: ROUNDS_MAX }, (_, round) => noteId(userId, eventId, round));
  const rows = await db.queryAs<{ id: string; is_trashed: boolean }>(
    userId,
    "SELECT id, trashed_at IS NOT NULL AS is_trashed FROM notes_v2 WHERE user_id = $1 AND id = ANY ($2::uuid[])",
    [userId, ids],
    "notes-of-event",
  );
  const known = new Map(rows.map((row) => [row.id, row.is_trashed]));
  const id = ids.find((one) => known.get(one) !== true) ?? uuidV7();
  return { id, isNew: !known.has(id) };
}

function noteId(userId: string, eventId: string, round: number): string {
  const bytes = createHash("sha256")
    .update([userId, "note of event", eventId, round].join("\0"))
    .digest()
    .subarray(0, 16);
  // Version 8 says: a UUID by a rule of our own.
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
