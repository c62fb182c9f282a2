import { folded } from "#contract/shared/fold-diacritics.ts";
import { wordsIn } from "../notes/some-words/telling-words.ts";

const MOST_LETTERS = 280;
const LEAST_LETTERS = 12;

const segmenter = new Intl.Segmenter(undefined, { granularity: "sentence" });

/** Whether a word of a text is the one that is looked for, or its plural or the like. */
const isWord = (found: string, wanted: string) =>
  found === wanted || (wanted.length > 3 && found.startsWith(wanted) && found.length <= wanted.length + 2);

export const hasWord = (words: readonly string[], wanted: string): boolean =>
  words.some((word) => isWord(word, wanted));

/** A quote is cut at the end of a word, and says so. */
export function cut(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  if (line.length <= MOST_LETTERS) return line;
  const end = line.lastIndexOf(" ", MOST_LETTERS - 1);
  return `${line.slice(0, end > MOST_LETTERS / 2 ? end : MOST_LETTERS - 1)}…`;
}

/** The sentences of a text that have most of the words, in their order; as they stand there. */
export function bestSentences(text: string, weights: ReadonlyMap<string, number>, most: number): string[] {
  const scored: { quote: string; score: number; place: number }[] = [];
  for (const line of text.split("\n"))
    for (const { segment } of segmenter.segment(line)) {
      const sentence = segment.trim();
      if (sentence.length < LEAST_LETTERS) continue;
      const words = wordsIn(sentence);
      let score = 0;
      for (const [word, weight] of weights) if (hasWord(words, word)) score += weight;
      if (score > 0) scored.push({ quote: cut(sentence), score, place: scored.length });
    }
  const seen = new Set<string>();
  return scored
    .toSorted((one, other) => other.score - one.score || one.place - other.place)
    .filter(({ quote }) => !seen.has(quote) && seen.add(quote))
    .slice(0, most)
    .toSorted((one, other) => one.place - other.place)
    .map(({ quote }) => quote);
}

/** What begins a line that says what was decided, or a heading of such lines; of small letters without marks. */
const DECIDED =
  /^(?:decisions?(?: made)?|decided|we(?:'ve| have)? (?:decided|agreed)|agreed|resolved|outcomes?|entscheidung(?:en)?|entschieden|beschluss|beschlusse|beschlossen|wir haben (?:entschieden|beschlossen)|decisions? prises?|nous avons decide|decision(?:es)?|acordado|acuerdos?|decisao|decisoes|beslutning(?:er)?|besluttet|vi besluttet|besluit(?:en)?)\b/;

const HEADING = /<h[1-6]\b[^>]*>([^]*?)<\/h[1-6]>/g;
const ENTITIES: Record<string, string> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
};

/** The lines of a note's text that are headings, by its HTML. */
const headingsIn = (html: string): Set<string> =>
  new Set(
    [...html.matchAll(HEADING)].map(([, inside]) =>
      (inside ?? "")
        .replaceAll(/<[^>]*>/g, "")
        .replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity]!)
        .trim(),
    ),
  );

/** Lines that begin with the word for it, and those below a heading that does, up to the next heading. */
export function decisionsIn({ text, content }: { text: string; content: string }, most: number): string[] {
  const headings = headingsIn(content);
  const found: string[] = [];
  let isBelow = false;
  for (const line of text.split("\n").map((each) => each.trim())) {
    if (line === "") continue;
    const isDecided = DECIDED.test(folded(line));
    if (headings.has(line)) isBelow = isDecided;
    // A line that says no more than the word itself is the head of a list.
    else if (isDecided && /^[^:]*:?$/.test(line) && wordsIn(line).length <= 2) isBelow = true;
    else if (isDecided || isBelow) found.push(cut(line));
  }
  return [...new Set(found)].slice(0, most);
}
