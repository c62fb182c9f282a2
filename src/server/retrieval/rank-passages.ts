import { wordsIn } from "../notes/some-words/telling-words.ts";

/** A question's words, in small letters without marks, and what each counts. */
export type Weights = ReadonlyMap<string, number>;
type Ranked = { title: string; heading: string; text: string };

/** After so often of one word more say little. */
const SATURATION = 1.2;
/** What a word counts of the title, or of a heading above, beside one of the text itself. */
const OUTSIDE = 0.3;
/** Letters of a passage as long as most. */
const USUAL_LENGTH = 300;

/** How much a passage says about a question (BM25), more where the note is called by its words. 0 where it has none. */
export function scoreBy(weights: Weights): (passage: Ranked) => number {
  const starts = new Set([...weights.keys()].map((word) => word.slice(0, START)));
  return (passage) => scoreOf(passage, { weights, starts });
}

type Asked = { weights: Weights; starts: ReadonlySet<string> };

function scoreOf({ title, heading, text }: Ranked, asked: Asked): number {
  const { weights } = asked;
  const longer = 0.6 + 0.4 * (text.length / USUAL_LENGTH);
  const counts = countIn(text, asked);
  const around = countIn(`${title} ${heading}`, asked);
  let score = 0;
  for (const [word, weight] of weights) {
    const count = counts.get(word) ?? 0;
    score += (weight * count * (1 + SATURATION)) / (count + SATURATION * longer);
    if (around.has(word)) score += weight * OUTSIDE;
  }
  return counts.size > 0 ? score : 0;
}

/** How often each of the words stands there; one that goes on ("tickets" for "ticket") counts too. */
function countIn(text: string, { weights, starts }: Asked): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of wordsIn(text)) {
    // Most words of a text are not asked for, nor begin like one that is.
    if (!starts.has(word.slice(0, START))) continue;
    const meant = weights.has(word) ? word : shorter(word).find((form) => weights.has(form));
    if (meant !== undefined) counts.set(meant, (counts.get(meant) ?? 0) + 1);
  }
  return counts;
}

/** Letters that a word and its shorter forms have in common. */
const START = 3;
const ENDINGS = /(?:ies|es|s|ing|ed|er|en|e)$/;

/** A word without its ending, where enough of it is left. */
function shorter(word: string): string[] {
  if (word.length < 5) return [];
  return [word.slice(0, -1), word.replace(ENDINGS, ""), word.replace(/ies$/, "y")].filter(
    (form) => form.length >= 4,
  );
}
