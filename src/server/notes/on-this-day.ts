import type { Note } from "#contract/notes.ts";
import type { Database } from "../db/client.ts";
import { NOTE_COLUMNS, type NoteRow, toNote } from "./note-row.ts";

const MOST_YEARS = 60;
const MOST_NOTES = 50;

/** Own notes made on the same day of earlier years, as days are in a time zone; the 29th of February has those of leap years. */
export async function notesOnThisDay(
  db: Database,
  userId: string,
  { date, timeZone }: { date: string; timeZone: string },
): Promise<Note[]> {
  const rows = await db.queryAs<NoteRow>(
    userId,
    // A range of moments for each year, which the index of created_at answers.
    `SELECT ${NOTE_COLUMNS} FROM (
         SELECT ($2::date - make_interval(years => back)) AS start FROM generate_series(1, ${MOST_YEARS}) AS back
       ) AS day
       JOIN notes_v2 ON user_id = $1 AND trashed_at IS NULL
         AND created_at >= day.start AT TIME ZONE $3 AND created_at < (day.start + interval '1 day') AT TIME ZONE $3
      WHERE to_char(day.start, 'MM-DD') = to_char($2::date, 'MM-DD')
      ORDER BY created_at DESC, id DESC LIMIT ${MOST_NOTES}`,
    [userId, date, timeZone],
    "notes_on_this_day",
  );
  return rows.map(toNote);
}
