import type { Note } from "#contract/notes.ts";
import { folded } from "#contract/shared/fold-diacritics.ts";
import { toNote } from "../../notes/note-row.ts";
import { searchNotes } from "../../notes/search.ts";
import { searchAnyWords } from "../../notes/some-words/search-any-words.ts";
import { tellingWords, wordsIn } from "../../notes/some-words/telling-words.ts";
import type { Database } from "../../db/client.ts";
import type { Scope } from "../../retrieval/scope.ts";
import { inScope } from "./in-scope.ts";

const CANDIDATES = 30;

/** Notes that are called so, those whose title says it best first: the same, all of the words, some of the telling ones. */
export async function notesCalled(db: Database, userId: string, name: string, scope: Scope): Promise<Note[]> {
  const words = wordsIn(name);
  const telling = tellingWords(name);
  const wanted = telling.length > 0 ? telling : words;
  if (wanted.length === 0) return [];
  const [all, some] = await Promise.all([
    searchNotes(db, userId, wanted.join(" "), CANDIDATES),
    searchAnyWords(db, userId, { words: wanted, limit: CANDIDATES }),
  ]);
  const byId = new Map([...all.map(({ note }) => note), ...some.map(toNote)].map((note) => [note.id, note]));
  const fit = ({ title }: Note): number => {
    const plain = folded(title.trim());
    const has = new Set(wordsIn(title));
    const shared = wanted.filter((word) => has.has(word) || plain.includes(word)).length;
    if (plain === folded(name.trim()) || wordsIn(title).join(" ") === words.join(" ")) return 3;
    return shared === wanted.length ? 2 : shared / wanted.length;
  };
  return inScope(scope, [...byId.values()])
    .map((note) => ({ note, fit: fit(note) }))
    .filter((each) => each.fit >= 0.5)
    .toSorted((one, other) => other.fit - one.fit)
    .map(({ note }) => note);
}
