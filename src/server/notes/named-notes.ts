import type { BodyInput } from "#contract/notes.ts";
import type { NotesByTitle } from "#document/link-titles.ts";
import type { Database } from "../db/client.ts";

const NAMED = /\[\[([^[\]|#\\\n]{1,300})/g;
/** Beyond these, links keep their titles and are found when they are followed. */
const TITLES_MAX = 2_000;

/** The person's own notes that a text names between double brackets; of several with one title the one changed last. */
export async function notesNamedIn(db: Database, userId: string, body: BodyInput): Promise<NotesByTitle> {
  const titles = titlesIn(body);
  return titles.length === 0 ? {} : (await askBefore(db, userId, titles)).notes;
}

/** What is to be known before the first words of a note are read: the notes they name, and by whose clock "tomorrow" is. */
export function knownBefore(
  db: Database,
  userId: string,
  body: BodyInput | undefined,
): Promise<{ notes: NotesByTitle; timeZone: string | undefined }> {
  return askBefore(db, userId, body ? titlesIn(body) : []);
}

function titlesIn(body: BodyInput): string[] {
  if (body.format !== "markdown") return [];
  const titles = new Set<string>();
  for (const [, title = ""] of body.text.matchAll(NAMED)) {
    if (titles.size < TITLES_MAX && title.trim() !== "") titles.add(title.trim().toLowerCase());
  }
  return [...titles];
}

async function askBefore(db: Database, userId: string, titles: string[]) {
  const [row] = await db.queryAs<{ notes: NotesByTitle | null; time_zone: string | null }>(
    userId,
    `SELECT (SELECT settings->>'timeZone' FROM user_preferences WHERE user_id = $1) AS time_zone,
       (SELECT jsonb_object_agg(title, note_id) FROM notes_titled($2)) AS notes`,
    [userId, titles],
    "known-before",
  );
  return { notes: row?.notes ?? {}, timeZone: row?.time_zone ?? undefined };
}
