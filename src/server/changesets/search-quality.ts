import type { ChangesetComparison } from "#contract/changesets.ts";
import { folded } from "#contract/shared/fold-diacritics.ts";
import type { Database, Tx } from "../db/client.ts";
import { searchNotes } from "../notes/search.ts";

type SearchComparison = ChangesetComparison["search"];

/** Notes that are asked for, and how many of them are of those that change. */
const SAMPLE = 50;
const CHANGED = 25;
/** Hits that somebody reads. */
const SEEN = 10;
const WORDS = 3;
const SHORTEST = 5;
/** Of a text, in characters. */
const READ = 5_000;

export type Question = { noteId: string; title: string; words: string };

/**
 * Known-item questions: what somebody types who looks for a note that they know, by its title, and by the words of it that fewest others of
 * the sample have. Half of the sample are notes that the changeset changes, as far as there are so many; chance is seeded by the changeset.
 */
export async function chooseQuestions(tx: Tx, changesetId: string): Promise<Question[]> {
  const notes = await tx.query<{ id: string; title: string; text: string }>(
    `WITH changed AS (
        SELECT note_id AS id FROM changeset_notes WHERE changeset_id = $2
        UNION SELECT record_id FROM changeset_records WHERE changeset_id = $2 AND kind = 'note' AND state IN ('proposed', 'changed')
      ), own AS (
        SELECT id, id IN (SELECT id FROM changed) AS is_changed, md5(id::text || $2::text) AS chance FROM notes_v2 WHERE user_id = $1 AND trashed_at IS NULL
      ), sample AS (
        SELECT id FROM (SELECT id, is_changed, chance, row_number() OVER (PARTITION BY is_changed ORDER BY chance) AS place FROM own) s
          ORDER BY is_changed AND place <= ${CHANGED} DESC, is_changed, chance LIMIT ${SAMPLE}
      )
      SELECT id, title, left(text, ${READ}) AS text FROM notes_v2 WHERE id IN (SELECT id FROM sample) ORDER BY id`,
    [tx.userId, changesetId],
    "choose-questions",
  );
  const words = notes.map(({ text }) => wordsOf(text));
  const counts = new Map<string, number>();
  for (const word of words.flatMap((own) => [...own])) counts.set(word, (counts.get(word) ?? 0) + 1);
  return notes.flatMap(({ id: noteId, title }, index) => {
    const rarest = rarestOf(words[index]!, counts);
    const asked = [queryOf(title), rarest.length === WORDS ? rarest.join(" ") : ""];
    return [...new Set(asked)].flatMap((question) => (question ? [{ noteId, title, words: question }] : []));
  });
}

const wordsOf = (text: string): Set<string> =>
  new Set(
    (folded(text).match(/\p{L}+/gu) ?? []).filter((word) => word.length >= SHORTEST && word.length <= 30),
  );

const rarestOf = (words: Set<string>, counts: ReadonlyMap<string, number>): string[] =>
  [...words]
    .toSorted((a, b) => counts.get(a)! - counts.get(b)! || b.length - a.length || (a < b ? -1 : 1))
    .slice(0, WORDS);

/** The words of a title, without what search would take for a filter. */
const queryOf = (title: string): string => (title.match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, 8).join(" ");

/** @returns the place of each note in what its question finds, from 1; null where it isn't seen */
export async function ask(
  db: Database,
  userId: string,
  questions: readonly Question[],
): Promise<(number | null)[]> {
  const ranks: (number | null)[] = [];
  for (const { noteId, words } of questions) {
    const hits = await searchNotes(db, userId, words, SEEN);
    const place = hits.findIndex(({ note }) => note.id === noteId);
    ranks.push(place < 0 ? null : place + 1);
  }
  return ranks;
}

/** Notes that are not in the trash. */
export async function leftOf(tx: Tx, questions: readonly Question[]): Promise<Set<string>> {
  const rows = await tx.query<{ id: string }>(
    "SELECT id FROM notes_v2 WHERE id = ANY ($1::uuid[]) AND trashed_at IS NULL",
    [questions.map(({ noteId }) => noteId)],
  );
  return new Set(rows.map(({ id }) => id));
}

type Rank = number | null;
export type Asked = Question & { before: Rank; after: Rank };

export function compareRanks(asked: readonly Asked[]): SearchComparison {
  const isHarder = ({ before, after }: Asked) => before !== null && (after === null || after > before);
  return {
    notes: new Set(asked.map(({ noteId }) => noteId)).size,
    questions: asked.length,
    before: findings(asked.map(({ before }) => before)),
    after: findings(asked.map(({ after }) => after)),
    harder: asked.filter(isHarder).map(({ noteId, title, words: question, before, after }) => ({
      noteId,
      title,
      question,
      before,
      after,
    })),
  };
}

const findings = (ranks: readonly Rank[]) => ({
  first: ranks.filter((rank) => rank === 1).length,
  firstTen: ranks.filter((rank) => rank !== null).length,
});
