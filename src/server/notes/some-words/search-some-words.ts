import type { SearchHit } from "#contract/notes.ts";
import { textWithoutTitle } from "#document/title-once.ts";
import type { Database } from "../../db/client.ts";
import { toNote } from "../note-row.ts";
import { highlight, readQuery } from "../search.ts";
import { densestPart } from "./densest-part.ts";
import { searchAnyWords } from "./search-any-words.ts";
import { tellingWords } from "./telling-words.ts";

const AROUND = { before: 60, length: 220 };
/** A word that most texts have says nothing: one that is left has to be the more telling half of what was asked. */
const LEAST_SHARE = 0.5;

/** What answers a question that no note has all words of: notes with the most telling ones, narrowed by its operators. A phrase has to be there as it stands. */
export async function searchSomeWords(
  db: Database,
  userId: string,
  query: string,
  limit: number,
): Promise<SearchHit[]> {
  const { parsed, filter } = await readQuery(db, userId, query);
  const words = tellingWords(parsed.words.join(" "));
  if (parsed.phrases.length > 0 || words.length < 2) return [];
  const found = await searchAnyWords(db, userId, { words, tags: parsed.tags, filter, limit });
  return found
    .filter(({ words: had, score, weights }) => had.length > 1 || score >= LEAST_SHARE * sum(weights))
    .map((hit) => ({
      note: toNote(hit),
      snippet: highlight(textWithoutTitle(densestPart(hit.text, hit.words, AROUND), hit.title), hit.words),
      reason: "some",
      isInside: false,
    }));
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
