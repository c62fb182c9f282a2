import { isTelling, wordsIn } from "../../notes/some-words/telling-words.ts";
import type { Weights } from "../../retrieval/rank-passages.ts";
import { stemOf } from "./word-forms.ts";

/** The words of a question, each with the stem that a text is compared by. */
export type Wanted = ReadonlyMap<string, number>;

/** What a word of the question weighs, by its stem. */
export function byStem(weights: Weights): Wanted {
  const wanted = new Map<string, number>();
  for (const [word, weight] of weights) {
    const stem = stemOf(word);
    wanted.set(stem, Math.max(weight, wanted.get(stem) ?? 0));
  }
  return wanted;
}

/** Of a compound its last part says what it is: hazelnuts are nuts. */
const LEAST_OF_COMPOUND = 4;

/** How often each of the wanted stands in a text. */
export function countsIn(text: string, wanted: Wanted): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of wordsIn(text.replaceAll(/[’']s\b/g, ""))) {
    const stem = wanted.has(word) ? word : stemOf(word);
    const found = wanted.has(stem) ? stem : lastPart(word, wanted);
    if (found !== undefined) counts.set(found, (counts.get(found) ?? 0) + 1);
  }
  return counts;
}

function lastPart(word: string, wanted: Wanted): string | undefined {
  if (word.length < LEAST_OF_COMPOUND + 3) return undefined;
  // Most words have none of them in any place.
  if (![...wanted.keys()].some((stem) => word.includes(stem))) return undefined;
  for (let from = 3; from <= word.length - LEAST_OF_COMPOUND; from++) {
    const part = stemOf(word.slice(from));
    if (wanted.has(part) && part.length >= 3 && !ONLY_ENDINGS.has(part)) return part;
  }
  return undefined;
}
const ONLY_ENDINGS = new Set([
  "abl",
  "abil",
  "ation",
  "tion",
  "ness",
  "less",
  "ful",
  "ship",
  "hood",
  "ment",
  "age",
  "able",
  "ance",
  "ence",
]);

export const weightOf = (stems: Iterable<string>, wanted: Wanted): number =>
  [...stems].reduce((sum, stem) => sum + (wanted.get(stem) ?? 0), 0);

/** Words of a question that say nothing about where its answer stands. */
const OF_QUESTIONS = new Set(
  "much many long often far kind sort type mean means tell know supposed exactly please get gets getting got say says said let need needs want wants thing things way lot still again ever really actually something anything best time turn put use used keep kept make made take took come came feel felt woher wohin wieviel welche welcher welches gibt いつ から".split(
    " ",
  ),
);

export const isOfTopic = (word: string): boolean => isTelling(word) && !OF_QUESTIONS.has(word);
