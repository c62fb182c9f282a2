import { parseQuery } from "#contract/shared/search-query.ts";
import { cleanText } from "#document/text/clean-text.ts";
import type { Collab } from "../collab/collab.ts";
import type { Database } from "../db/client.ts";
import { MOST_WORDS, searchAnyWords } from "../notes/some-words/search-any-words.ts";
import { filterOfReach } from "../notes/ai-access/reach.ts";
import { searchAttachments } from "../notes/search-parts/search-attachments.ts";
import { searchNotes } from "../notes/search.ts";
import { tellingWords } from "../notes/some-words/telling-words.ts";
import { fuse } from "./fuse.ts";
import { type NotePassage, passagesOfNotes } from "./passages-of-notes.ts";
import type { FilePassage } from "./passages-of-files.ts";
import { placeInFiles } from "./place-in-files.ts";
import { type PlannerHit, plannerHits } from "./planner-hits.ts";
import { meantHits } from "./meaning/meant-hits.ts";
import type { Near } from "./meaning/near-passages.ts";
import { meantText } from "./meaning/texts-for-meaning.ts";
import { scoreBy, type Weights } from "./rank-passages.ts";
import type { Kind, Reached } from "./scope.ts";

export type Retrieved = ({ kind: "note" } & NotePassage) | FilePassage | Omit<PlannerHit, "score">;

type Deps = { db: Database; collab: Pick<Collab, "bodies"> };
const KINDS: readonly Kind[] = ["note", "file", "task", "event"];
/** Notes whose passages are compared. */
const NOTES_READ = 15;
/** Notes that are read besides, because they say something like the question. */
const NEAR_READ = 8;
const QUESTION_MAX = 2_000;
const FILE_TEXT = { before: 150, length: 500 };

/**
 * What an account knows about a question, best first: passages of notes, of files in them, tasks and events, found by words as search finds
 * them, by those of the words that tell most, and by what is near it in meaning where that is given. Everything is read as the reader, so what they may not see is not found; nor
 * is what an AI fence keeps from where the text is about to go.
 */
export async function retrieve(
  deps: Deps,
  userId: string,
  asked: string,
  { limit = 10, near, ...scope }: Reached & { limit?: number; near?: Promise<Near[]> },
): Promise<Retrieved[]> {
  const isOfNotes = (scope.kinds ?? KINDS).includes("note");
  const gathering = gather(deps, userId, asked, scope);
  // What words find is read while a model is asked for what is near.
  const [{ noteIds, weights }, found, rest, meant = []] = await Promise.all([
    gathering,
    gathering.then((gathered) =>
      isOfNotes ? passagesOfNotes(deps, userId, gathered.noteIds, scope.reach, scope.isOfPeople) : [],
    ),
    gathering.then(({ others }) => others()),
    near,
  ]);
  const [besides, others] = await Promise.all([
    isOfNotes
      ? passagesOfNotes(deps, userId, notesBesides(meant, noteIds), scope.reach, scope.isOfPeople)
      : [],
    meantHits(deps.db, userId, meant, scope.reach),
  ]);
  return fuse<Retrieved>(
    [...bestPassages([...found, ...besides], weights, meant), ...rest, ...others],
    keyOf,
  ).slice(0, limit);
}

const notesBesides = (meant: readonly Near[], known: readonly string[]): string[] =>
  [...new Set(meant.flatMap(({ kind, id }) => (kind === "note" && !known.includes(id) ? [id] : [])))].slice(
    0,
    NEAR_READ,
  );

const keyOf = (found: Retrieved): unknown =>
  found.kind === "task" || found.kind === "event" ? `${found.kind} ${found.id}` : found;

export type Gathered = {
  /** Notes to look into, the best first. */
  noteIds: string[];
  /** What the words count by which these were found. */
  weights: Weights;
  /** Files in notes, tasks and events, each list by itself; looked for when asked. */
  others: () => Promise<Retrieved[][]>;
};

/** Where the answer to a question may stand: notes whose passages are not read yet, and what else has its words. */
export async function gather(
  { db }: Pick<Deps, "db">,
  userId: string,
  asked: string,
  scope: Reached,
): Promise<Gathered> {
  const question = cleanText(asked).slice(0, QUESTION_MAX);
  const words = tellingWords(question).slice(0, MOST_WORDS);
  const kinds = scope.kinds ?? KINDS;
  const notes = await findNotes(db, userId, question, words, scope);
  const weights: Weights = new Map([
    ...notes.spelled.map((word): [string, number] => [word, 1]),
    ...words.map((word, index): [string, number] => [word, notes.weights[index] ?? 1]),
  ]);
  // A scope of notes says nothing about tasks and events.
  const isOfNotes = Boolean(scope.noteIds ?? scope.folderIds ?? scope.tags ?? scope.after ?? scope.before);
  const planner = (kind: "task" | "event") =>
    kinds.includes(kind) && !isOfNotes ? plannerHits(db, userId, kind, weights, scope.reach) : [];
  const { project } = scope;
  const tasksOf = async ({ taskIds }: NonNullable<typeof project>) =>
    (await plannerHits(db, userId, "task", weights, scope.reach)).filter(({ id }) => taskIds.has(id));
  const others = () =>
    Promise.all([
      kinds.includes("file") ? files(db, userId, words, scope) : [],
      project && kinds.includes("task") ? tasksOf(project) : planner("task"),
      planner("event"),
    ]);
  return { noteIds: notes.ids, weights, others };
}

/** Notes that have some of these words, without regard to how well they fit a question. */
export async function notesWith(
  db: Database,
  userId: string,
  words: string[],
  scope: Reached,
): Promise<string[]> {
  return (await someWords(db, userId, words.slice(0, MOST_WORDS), scope)).map(({ id }) => id);
}

const someWords = (db: Database, userId: string, words: string[], scope: Reached) =>
  searchAnyWords(db, userId, {
    words,
    tags: scope.tags ?? [],
    filter: filterOf(scope),
    onlyIn: scope.noteIds,
    limit: NOTES_READ * 2,
  });

/** Those with all words before those with some, by rank; and what each word tells. */
async function findNotes(db: Database, userId: string, question: string, words: string[], scope: Reached) {
  const some = await someWords(db, userId, words, scope);
  // Words that are spelled alike, and parts of words, are found by the search for all of them alone. It knows no scope but operators.
  const isWhole = Object.keys(scope).every((key) => ["kinds", "reach", "isOfPeople"].includes(key));
  const all =
    isWhole && parseQuery(question).words.length > 0
      ? await searchNotes(db, userId, question, NOTES_READ, scope.reach)
      : [];
  const ids = fuse([all.map(({ note }) => note.id), some.map(({ id }) => id)]);
  return {
    ids: ids.slice(0, NOTES_READ),
    weights: some[0]?.weights ?? [],
    spelled: [...new Set(all.flatMap(({ snippet }) => markedWords(snippet)))],
  };
}

/** The words by which search found a note, as they are spelled there; of a part the whole word. */
const markedWords = (snippet: string): string[] =>
  [...snippet.matchAll(/[\p{L}\p{N}]*\u0002[^\u0003]*\u0003[\p{L}\p{N}]*/gu)].flatMap(([marked]) =>
    tellingWords(marked.replaceAll(/[\u0002\u0003]/g, "")),
  );

const filterOf = ({ folderIds, after, before, reach }: Reached) => ({
  ...filterOfReach(reach),
  ...(folderIds && { folders: folderIds }),
  ...(after && { after }),
  ...(before && { before }),
});

/** Of notes, by words and by meaning: a list each. */
function bestPassages(
  passages: readonly NotePassage[],
  weights: Weights,
  meant: readonly Near[],
): Retrieved[][] {
  const read = passages.map((passage) => ({ kind: "note" as const, ...passage }));
  const ranked = (scored: { passage: Retrieved; score: number }[]) =>
    scored
      .filter(({ score }) => score > 0)
      .toSorted((one, other) => other.score - one.score)
      .map(({ passage }) => passage);
  const score = scoreBy(weights);
  const byWords = ranked(read.map((passage) => ({ passage, score: score(passage) })));
  if (meant.length === 0) return [byWords];
  const places = new Map(meant.map(({ id, hash }, place) => [`${id} ${hash}`, place]));
  // What was changed since it was compared is known by another hash.
  const nearness = (passage: NotePassage) => {
    const place = places.get(`${passage.noteId} ${meantText(passage).hash}`);
    return place === undefined ? 0 : 1 / (1 + place);
  };
  // Words count twice: what has them is seldom about something else (decision 119).
  return [byWords, byWords, ranked(read.map((passage) => ({ passage, score: nearness(passage) })))];
}

/** In a file all of the words have to stand: nothing tells how rare one is there. */
async function files(db: Database, userId: string, words: string[], scope: Reached): Promise<Retrieved[]> {
  if (words.length === 0) return [];
  const asked = { ...parseQuery(""), words, tags: scope.tags ?? [] };
  const hits = await searchAttachments(db, userId, asked, filterOf(scope), {
    around: FILE_TEXT,
    found: [],
    limit: NOTES_READ,
  });
  const within = hits.filter(({ id }) => scope.noteIds?.includes(id) ?? true);
  return placeInFiles(db, userId, within);
}
