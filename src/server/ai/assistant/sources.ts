import type { Database } from "../../db/client.ts";
import { notesNamedIn } from "../../notes/named-notes.ts";

export type Source = { noteId: string; name: string; text: string };

const TAG = /(?:^|[\s(])#([\p{L}\p{N}_/-]{1,100})/gu;
/** In letters, of all that an instruction names together. */
const SOURCES_MAX = 20_000;
const NOTES_OF_TAG = 20;
/** Of each note with a tag: enough of many, instead of all of one. */
const OF_TAGGED = 2_000;
const MOST_TAGS = 5;

/**
 * What an instruction puts in by name: the text of one's own notes that stand between double brackets, and how the notes with a tag begin,
 * those changed last first.
 */
export async function sourcesOf(db: Database, userId: string, instruction: string): Promise<Source[]> {
  const named = Object.values(await notesNamedIn(db, userId, { format: "markdown", text: instruction }));
  const tags = [...instruction.matchAll(TAG)].map(([, tag]) => tag!).slice(0, MOST_TAGS);
  if (named.length === 0 && tags.length === 0) return [];
  const rows = await db.queryAs<{ id: string; title: string; text: string }>(
    userId,
    `(SELECT id, title, left(text, ${SOURCES_MAX}) AS text FROM notes_v2 WHERE id = ANY ($2::uuid[]) AND trashed_at IS NULL
        ORDER BY updated_at DESC, id)
     UNION ALL
     (SELECT id, title, left(text, ${OF_TAGGED}) AS text FROM notes_v2
        WHERE user_id = $1 AND trashed_at IS NULL AND tags && $3::text[] AND id <> ALL ($2::uuid[])
        ORDER BY updated_at DESC, id LIMIT ${NOTES_OF_TAG})`,
    [userId, named, [...new Set(tags.flatMap((tag) => [tag, tag.toLowerCase()]))]],
    "sources-of-instruction",
  );
  let left = SOURCES_MAX;
  return rows.flatMap(({ id, title, text }) => {
    const words = text.slice(0, left);
    left -= words.length;
    return words.trim() ? [{ noteId: id, name: title, text: words }] : [];
  });
}
