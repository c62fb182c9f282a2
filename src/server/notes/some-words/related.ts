import type { RelatedNotes } from "#contract/notes.ts";
import { textWithoutTitle } from "#document/title-once.ts";
import type { Database } from "../../db/client.ts";
import { densestPart } from "./densest-part.ts";
import { toNote } from "../note-row.ts";
import { getNote } from "../notes.ts";
import { searchAnyWords } from "./search-any-words.ts";
import { highlight } from "../search.ts";
import { isTelling, wordsIn } from "./telling-words.ts";

export const MOST_RELATED = 5;
/** Words of the note that others are compared by. */
const MOST_WORDS = 16;
/** Of its text, in characters: what comes later says less of what it is about. */
const TEXT_READ = 20_000;
/** A word of the title says as much as it does so often in the text. */
const IN_TITLE = 3;
const AROUND = { before: 60, length: 180 };
/** Two words alone are in common by chance, and so is less than this of what all of them tell. */
const LEAST_WORDS = 3;
const LEAST_SHARE = 0.15;

/** What others are compared with; those that it links to or that link to it are shown elsewhere, and known. @throws Failure NOT_FOUND */
export async function subjectOf(db: Database, userId: string, noteId: string) {
  const { title } = await getNote(db, userId, noteId);
  const [row] = await db.queryAs<{ text: string; linked: string[] }>(
    userId,
    `SELECT left(n.text, ${TEXT_READ}) AS text, ARRAY(
       SELECT l.target FROM note_links l WHERE l.note_id = n.id AND l.kind = 'note'
       UNION SELECT l.note_id::text FROM note_links l WHERE l.kind = 'note' AND l.target = n.id::text AND l.user_id = $1::uuid
     ) AS linked FROM notes_v2 n WHERE n.id = $2`,
    [userId, noteId],
    "words-of-note",
  );
  const known = [noteId, ...(row?.linked ?? []).filter((id) => UUID.test(id))];
  return { title, text: row?.text ?? "", known };
}

/** Notes that share the words which tell most about a text, in whatever language, but for those that are known. */
export async function relatedTo(
  db: Database,
  userId: string,
  { title = "", text, known }: { title?: string; text: string; known: string[] },
): Promise<RelatedNotes> {
  const words = mostTelling(title, text);
  const least = Math.min(LEAST_WORDS, Math.ceil(words.length / 2));
  const found = await searchAnyWords(db, userId, {
    words,
    known,
    limit: MOST_RELATED * 3,
    mostWords: MOST_WORDS,
  });
  const notes = found
    .filter(({ words: shared, score, weights }) => {
      const all = weights.reduce((sum, weight) => sum + weight, 0);
      return shared.length >= least && score >= LEAST_SHARE * all;
    })
    .slice(0, MOST_RELATED)
    .map((hit) => ({
      note: toNote(hit),
      snippet: highlight(textWithoutTitle(densestPart(hit.text, hit.words, AROUND), hit.title), hit.words),
    }));
  return { notes };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The words that come most often, those of the title before others; of equals the longer one, which fewer notes have. */
function mostTelling(title: string, text: string): string[] {
  const counts = new Map<string, number>();
  const add = (of: string, worth: number) => {
    for (const word of wordsIn(of)) if (isTelling(word)) counts.set(word, (counts.get(word) ?? 0) + worth);
  };
  add(title, IN_TITLE);
  add(text, 1);
  return [...counts]
    .toSorted((one, other) => other[1] - one[1] || other[0].length - one[0].length)
    .slice(0, MOST_WORDS)
    .map(([word]) => word);
}
