import type { GapPlace } from "#contract/gaps.ts";
import { hasFilters, parseQuery } from "#contract/shared/search-query.ts";
import type { Services } from "../../base.ts";
import { searchEvents } from "../../calendar/search-events.ts";
import { Failure } from "../../failure.ts";
import { searchAnyWords } from "../../notes/some-words/search-any-words.ts";
import { tellingWords } from "../../notes/some-words/telling-words.ts";
import { searchNotes } from "../../notes/search.ts";
import { searchTasks } from "../../tasks/search-tasks.ts";
import { isUnanswered } from "./is-unanswered.ts";
import { formsOf } from "../answers/word-forms.ts";

export type Deps = Pick<Services, "db" | "collab">;

const NEAREST = 3;

/** What a search asks for without what narrows it; empty where nothing is left. */
export function questionOf(query: string): string {
  const { words, phrases, tags, ...narrowing } = parseQuery(query);
  const isPlain = tags.length === 0 && !hasFilters({ words, phrases, tags, ...narrowing });
  if (isPlain) return query.trim().replaceAll(/\s+/g, " ");
  return [...phrases.map((phrase) => `"${phrase}"`), ...words].join(" ");
}

/** The same question, however it is worded: its telling words. Empty where it says nothing. */
export const keyOf = (question: string): string =>
  tellingWords(question).toSorted().join(" ").slice(0, 300).toWellFormed();

/** Whether all that the account can see says nothing about a question, as its place asks. No model is told. */
export async function isInVain(
  deps: Deps,
  userId: string,
  { question, place }: { question: string; place: GapPlace },
): Promise<boolean> {
  if (place === "chat") return isUnanswered(deps, userId, question).catch(notInVain);
  const { db } = deps;
  const found = await Promise.all([
    searchNotes(db, userId, question, 1),
    searchTasks(db, userId, { query: question, limit: 1 }),
    searchEvents(db, userId, { query: question, limit: 1 }),
  ]);
  return found.every((hits) => hits.length === 0);
}

/** What takes too long to read is not said to be missing. */
function notInVain(error: unknown): boolean {
  if (error instanceof Failure && error.code === "TOO_LARGE") return false;
  throw error;
}

/** Notes that have some of the words, in whatever form. */
export async function nearestNotes({ db }: Pick<Deps, "db">, userId: string, question: string) {
  const words = [...new Set(tellingWords(question).flatMap((word) => [word, ...formsOf(word)]))];
  const hits = await searchAnyWords(db, userId, { words, limit: NEAREST });
  return hits.map(({ id }) => id);
}
