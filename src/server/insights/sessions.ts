import type { WritingSession } from "#contract/analytics.ts";
import { WRITTEN } from "#contract/shared/word-origins.ts";
import type { Database } from "../db/client.ts";
import type { Period } from "./period.ts";

/** Minutes without a change after which what follows is another session. */
const PAUSE = 30;
const [MOST_SESSIONS, MOST_NOTES] = [50, 10];

/** An hour of all notes; `minutes` are sixty digits, 1 for each with a change by hand. */
export type HourRow = {
  day: string;
  hour: number;
  minutes: string;
  added: number;
  removed: number;
  written: number;
};
/** From the first minute with a change to the last, in minutes of the writer's clock since 1970. */
export type Session = { from: number; to: number; minutes: number; written: number };

export const readHours = (db: Database, userId: string, { from, to }: Period): Promise<HourRow[]> =>
  db.queryAs<HourRow>(userId, HOURS, [userId, from, to, WRITTEN], "insights-hours");

const HOURS = `SELECT day, hour, coalesce(bit_or(minutes) FILTER (WHERE origin = $4), 0::bit(60))::text AS minutes,
    coalesce(sum(added) FILTER (WHERE origin = $4), 0)::int AS written, sum(added)::int AS added, sum(removed)::int AS removed FROM word_hours
  WHERE user_id = $1 AND day BETWEEN $2::date AND $3::date GROUP BY day, hour ORDER BY day, hour`;

/** Words of an hour belong to the session that has most of its minutes. */
export function sessionsOf(hours: readonly HourRow[]): Session[] {
  const sessions: Session[] = [];
  for (const { day, hour, minutes, written } of hours) {
    const shares = new Map<Session, number>();
    for (const minute of minutesOf(day, hour, minutes)) {
      let session = sessions.at(-1);
      if (!session || minute - session.to > PAUSE) {
        session = { from: minute, to: minute, minutes: 1, written: 0 };
        sessions.push(session);
      }
      session.to = minute;
      session.minutes = minute - session.from + 1;
      shares.set(session, (shares.get(session) ?? 0) + 1);
    }
    const [most] = [...shares].toSorted(([, one], [, other]) => other - one);
    if (most) most[0].written += written;
  }
  return sessions;
}

function minutesOf(day: string, hour: number, bits: string): number[] {
  const begin = Date.parse(day) / 60_000 + hour * 60;
  const minutes: number[] = [];
  for (let at = bits.indexOf("1"); at >= 0; at = bits.indexOf("1", at + 1)) minutes.push(begin + at);
  return minutes;
}

type NoteHour = { day: string; hour: number; minutes: string; note_id: string; title: string };

/** The latest sessions of a period, each with the notes that were written in. */
export async function listSessions(
  db: Database,
  userId: string,
  period: Period,
): Promise<{ total: number; sessions: WritingSession[] }> {
  const all = sessionsOf(await readHours(db, userId, period));
  const latest = all.slice(-MOST_SESSIONS).toReversed();
  if (latest.length === 0) return { total: 0, sessions: [] };
  const since = wallOf(latest.at(-1)!.from).slice(0, 10);
  const hours = await db.queryAs<NoteHour>(
    userId,
    NOTES,
    [userId, since, period.to, WRITTEN],
    "insights-session-notes",
  );
  const written = hours.map(({ day, hour, minutes, note_id: noteId, title }) => ({
    noteId,
    title,
    minutes: minutesOf(day, hour, minutes),
  }));
  const told = latest.map(({ from, to, minutes, written: words }) => ({
    start: wallOf(from),
    end: wallOf(to),
    minutes,
    written: Math.max(words, 0),
    notes: notesIn(written, from, to),
  }));
  return { total: all.length, sessions: told };
}

const wallOf = (minute: number): string => new Date(minute * 60_000).toISOString().slice(0, 16);

type NoteMinutes = { noteId: string; title: string; minutes: number[] };

function notesIn(hours: readonly NoteMinutes[], from: number, to: number): WritingSession["notes"] {
  const notes = new Map<string, string>();
  for (const { noteId, title, minutes } of hours)
    if (minutes.some((minute) => minute >= from && minute <= to)) notes.set(noteId, title);
  return Array.from(notes, ([noteId, title]) => ({ noteId, title })).slice(0, MOST_NOTES);
}

const NOTES = `SELECT h.day, h.hour, h.minutes::text AS minutes, n.id AS note_id, n.title FROM word_hours h JOIN notes_v2 n ON n.id = h.note_id AND n.trashed_at IS NULL
  WHERE h.user_id = $1 AND h.day BETWEEN $2::date AND $3::date AND h.origin = $4 ORDER BY h.day DESC, h.hour DESC, h.added DESC LIMIT 5000`;
