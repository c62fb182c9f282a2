import type { Database } from "../db/client.ts";
import { searchNotes } from "../notes/search.ts";
import type { EventWord } from "./event-words.ts";

export type RelatedNote = {
  id: string;
  title: string;
  text: string;
  content: string;
  updatedAt: Date;
  isOwn: boolean;
  words: string[];
};

/** A word that is in more notes tells little of one of them. */
const MOST_HITS = 30;
const MOST_NOTES = 8;

type Found = { id: string; score: number; words: EventWord[]; updatedAt: string };

/**
 * Notes that have words of an event, those that share most first: each word counts by what it is and by how few notes have it. One word
 * alone is chance, unless it is somebody's name or all that the event is called by.
 */
export async function relatedNotes(
  db: Database,
  userId: string,
  words: readonly EventWord[],
  ownNoteId: string | null,
): Promise<RelatedNote[]> {
  const byNote = new Map<string, Found>();
  for (const word of words) {
    const hits = await searchNotes(db, userId, `"${word.word}"`, MOST_HITS);
    const telling = hits.filter(({ isInside, reason }) => !isInside && reason !== "similar");
    const rarity = 1 / (1 + Math.log2(1 + telling.length));
    for (const { note, reason } of telling) {
      const found = byNote.get(note.id) ?? { id: note.id, score: 0, words: [], updatedAt: note.updatedAt };
      found.score += word.weight * rarity * (reason === "title" ? 1.5 : 1);
      found.words.push(word);
      byNote.set(note.id, found);
    }
  }
  const titled = words.filter(({ kind }) => kind === "title").length;
  const isRelated = ({ words: shared }: Found) =>
    shared.some(({ kind }) => kind === "person") ||
    shared.length >= 2 ||
    (titled === 1 && shared.some(({ kind }) => kind === "title"));
  const best = [...byNote.values()]
    .filter((found) => found.id !== ownNoteId && isRelated(found))
    .toSorted(
      (one, other) =>
        other.score - one.score ||
        Date.parse(other.updatedAt) - Date.parse(one.updatedAt) ||
        (one.id < other.id ? -1 : 1),
    )
    .slice(0, MOST_NOTES);
  return textsOf(db, userId, best, byNote, ownNoteId);
}

type TextRow = { id: string; title: string; text: string; content: string; updated_at: Date };

async function textsOf(
  db: Database,
  userId: string,
  best: readonly Found[],
  byNote: ReadonlyMap<string, Found>,
  ownNoteId: string | null,
): Promise<RelatedNote[]> {
  const ids = [...(ownNoteId ? [ownNoteId] : []), ...best.map(({ id }) => id)];
  if (ids.length === 0) return [];
  const rows = await db.queryAs<TextRow>(userId, TEXTS, [ids], "texts-for-brief");
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id): RelatedNote[] => {
    const row = byId.get(id);
    if (!row) return [];
    const { title, text, content, updated_at: updatedAt } = row;
    const shared = byNote.get(id)?.words.map(({ word }) => word) ?? [];
    return [{ id, title, text, content, updatedAt, isOwn: id === ownNoteId, words: shared }];
  });
}

/** Of whatever the reader may see: row-level security says which. */
const TEXTS = `SELECT id, title, left(text, 100000) AS text, left(content, 300000) AS content, updated_at
  FROM notes_v2 WHERE id = ANY ($1::uuid[]) AND trashed_at IS NULL`;
