import type { BodyInput } from "#contract/notes.ts";
import type { NotesByTitle } from "#document/link-titles.ts";
import type { Database } from "../db/client.ts";

const NAMED = /\[\[([^[\]|#\\\n]{1,300})/g;
/** Beyond these, links keep their titles and are found when they are followed. */
const TITLES_MAX = 2_000;

/** The person's own notes that a text names between double brackets; of several with one title the one changed last. */
export async function notesNamedIn(db: Database, userId: string, body: BodyInput): Promise<NotesByTitle> {
  if (body.format !== "markdown") return {};
  const titles = new Set<string>();
  for (const [, title = ""] of body.text.matchAll(NAMED)) {
    if (titles.size < TITLES_MAX && title.trim() !== "") titles.add(title.trim().toLowerCase());
  }
  if (titles.size === 0) return {};
  const rows = await db.queryAs<{ title: string; id: string }>(
    userId,
    // The first condition is what the index of titles knows.
    `SELECT DISTINCT ON (lower(btrim(title))) lower(btrim(title)) AS title, id FROM notes_v2
      WHERE user_id = $1 AND trashed_at IS NULL
        AND left(normalize(lower(title), NFKD), 60) IN (SELECT left(normalize(t, NFKD), 60) FROM unnest($2::text[]) t)
        AND lower(btrim(title)) = ANY ($2) ORDER BY lower(btrim(title)), updated_at DESC, id`,
    [userId, [...titles]],
    "notes-named-in",
  );
  return Object.fromEntries(rows.map(({ title, id }) => [title, id]));
}
