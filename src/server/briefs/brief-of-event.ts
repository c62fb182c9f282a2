import type { BriefDecision, BriefNote, EventBrief } from "#contract/briefs.ts";
import type { CalendarEvent } from "#contract/events.ts";
import { addDays, momentAt, momentOf } from "#language/moment.ts";
import { clockOf } from "#language/time-zone.ts";
import { type EventRow, IS_THERE, SHOWN_COLUMNS, toEvent } from "../calendar/event-row.ts";
import { listEvents } from "../calendar/list-events.ts";
import type { Database } from "../db/client.ts";
import { notFound } from "../failure.ts";
import { eventWords } from "./event-words.ts";
import { bestSentences, decisionsIn } from "./quotes.ts";
import { type RelatedNote, relatedNotes } from "./related-notes.ts";
import { filesIn, tasksAbout } from "./tasks-and-files.ts";

const MOST_QUOTES = 3;
const MOST_DECISIONS = 6;
/** How far the next instance of a series is looked for. */
const AHEAD_DAYS = 366;

export type Happening = { event: CalendarEvent; instance: string | null; start: string; end: string };

/** The brief of an event, or of one instance of it; without one, of the next. */
export async function briefOfEvent(
  db: Database,
  userId: string,
  { eventId, instance }: { eventId: string; instance?: string | undefined },
): Promise<EventBrief> {
  const [row] = await db.queryAs<EventRow & { zone: string | null }>(userId, ONE, [userId, eventId]);
  if (!row) throw notFound();
  const event = toEvent(row);
  return briefOf(db, userId, await happeningOf(db, userId, event, instance, row.zone ?? "UTC"));
}

const ONE = `SELECT ${SHOWN_COLUMNS}, (SELECT settings->>'timeZone' FROM user_preferences WHERE user_id = $1) AS zone
  FROM calendar_events e WHERE ${IS_THERE} AND e.id = $2`;

async function happeningOf(
  db: Database,
  userId: string,
  event: CalendarEvent,
  instance: string | undefined,
  zone: string,
): Promise<Happening> {
  const own = {
    event,
    instance: instance ?? null,
    start: momentOf(event.date, event.time),
    end: momentOf(event.endDate, event.endTime),
  };
  const isSeries = event.repeat !== null || event.extraDates.length > 0;
  const from =
    instance?.slice(0, 10) ?? (isSeries ? momentAt(clockOf(new Date(), zone).getTime(), true) : event.date);
  // The clock of the event may be a day behind or ahead of the account's.
  const days = { from: addDays(from, -1), to: addDays(from, isSeries && !instance ? AHEAD_DAYS : 1) };
  const { instances } = await listEvents(db, userId, { ...days, calendarId: event.calendarId });
  const found = instances.find(
    (one) =>
      one.eventId === event.id &&
      (instance === undefined ? one.end.slice(0, 10) >= from : one.instance === instance),
  );
  return found ? { event, instance: found.instance, start: found.start, end: found.end } : own;
}

/** Put together of what is there: nothing of it is written for the occasion. */
export async function briefOf(
  db: Database,
  userId: string,
  { event, instance, start, end }: Happening,
): Promise<EventBrief> {
  const words = eventWords({ ...event, ics: await icsOf(db, userId, event.id) });
  const related = await relatedNotes(db, userId, words, event.noteId);
  const noteIds = related.map(({ id }) => id);
  const [tasks, files] = await Promise.all([
    tasksAbout(db, userId, words, noteIds),
    filesIn(db, userId, noteIds),
  ]);
  return {
    eventId: event.id,
    instance,
    title: event.title,
    start,
    end,
    notes: quotedNotes(related, new Map(words.map(({ word, weight }) => [word, weight]))),
    decisions: lastDecisions(related),
    tasks,
    files,
  };
}

/** Each sentence once: the note of an event may hold the brief it was made with, whose quotes stand in their own notes. */
function quotedNotes(related: readonly RelatedNote[], weights: ReadonlyMap<string, number>): BriefNote[] {
  const seen = new Set<string>();
  const quotes = new Map<string, string[]>();
  for (const note of related.toSorted((one, other) => Number(one.isOwn) - Number(other.isOwn))) {
    const fresh = bestSentences(note.text, weights, MOST_QUOTES).filter((quote) => !seen.has(quote));
    for (const quote of fresh) seen.add(quote);
    quotes.set(note.id, fresh);
  }
  return related.map(({ id, title, updatedAt, isOwn, words }) => ({
    noteId: id,
    title,
    updatedAt: updatedAt.toISOString(),
    isOwn,
    words,
    quotes: quotes.get(id)!,
  }));
}

function lastDecisions(notes: readonly RelatedNote[]): BriefDecision[] {
  return notes
    .toSorted((one, other) => other.updatedAt.getTime() - one.updatedAt.getTime())
    .flatMap((note) =>
      decisionsIn(note, MOST_DECISIONS).map((quote) => ({ noteId: note.id, title: note.title, quote })),
    )
    .slice(0, MOST_DECISIONS);
}

/** What other programs said of an event, people among it. */
async function icsOf(db: Database, userId: string, eventId: string): Promise<string | null> {
  const [row] = await db.queryAs<{ ics: string | null }>(
    userId,
    "SELECT left(ics, 100000) AS ics FROM calendar_events WHERE id = $2 AND user_id = $1",
    [userId, eventId],
    "ics-for-brief",
  );
  return row?.ics ?? null;
}
