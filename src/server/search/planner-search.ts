import { folded } from "#contract/shared/fold-diacritics.ts";
import { hitPlace } from "#contract/shared/search-order.ts";
import { parseQuery } from "#contract/shared/search-query.ts";

/** What tasks and events are searched by: the arguments of `search_planner` after the kind, and the patterns of a title with all of it. */
export type PlannerQuery = {
  words: string[];
  phrases: string[];
  tags: string[];
  unwanted: string[];
  /** Titles in small letters. */
  projects: string[];
  titleLikes: string[];
};

type Found = {
  title: string;
  tags: string[];
  description: string;
  location?: string;
  isOver: boolean;
  at: string;
};

/** More than are shown, because which one fits best is not in the index. */
export const CANDIDATES = 100;

/** @returns null when nothing is asked, or something that only notes are asked */
export function readPlannerQuery(query: string): PlannerQuery | null {
  const {
    words: typed,
    phrases,
    tags: named,
    not,
    folders,
    projects,
    is,
    has,
    before,
    after,
  } = parseQuery(query);
  // As rows show tags.
  const isTag = (word: string) => word.length > 1 && word.startsWith("#");
  const words = typed.filter((word) => !isTag(word));
  const tags = [...named, ...typed.filter(isTag).map((word) => word.slice(1))];
  const isOfNotes = folders.length + is.length + has.length > 0 || before !== null || after !== null;
  if (isOfNotes || words.length + phrases.length + tags.length + projects.length === 0) return null;
  return {
    words,
    phrases,
    tags,
    projects,
    unwanted: [...not.words, ...not.phrases],
    // Parts of words say nothing of a tag.
    titleLikes: tags.length > 0 ? [] : [...words, ...phrases].map(likeFolded),
  };
}

/** A pattern for words in small letters, without their accents, that have it somewhere. */
export const likeFolded = (needle: string): string =>
  `%${folded(needle).replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** The best first; of equals what is still to come or to be done, then the latest. */
export function bestFirst<Hit extends Found>(
  hits: Hit[],
  { words, phrases }: PlannerQuery,
  limit: number,
): Hit[] {
  const typed = [...words, ...phrases];
  // The index has no signs: of "c++" it knows the letter.
  const signs = typed.filter((needle) => /[^\p{L}\p{N}\s]/u.test(needle)).map(folded);
  return hits
    .map((hit) => {
      const text = `${hit.description} ${hit.location ?? ""}`;
      return { hit, text, place: hitPlace({ title: hit.title, tags: hit.tags, text }, typed) };
    })
    .filter(({ hit, text }) => {
      const all = folded(`${hit.title} ${hit.tags.join(" ")} ${text}`);
      return signs.every((sign) => all.includes(sign));
    })
    .sort(
      (one, other) =>
        one.place - other.place ||
        Number(one.hit.isOver) - Number(other.hit.isOver) ||
        (one.hit.at < other.hit.at ? 1 : -1),
    )
    .slice(0, limit)
    .map(({ hit }) => hit);
}
