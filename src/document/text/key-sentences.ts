import { segmentWords } from "./words.ts";

/** More sentences than this are compared with each other too slowly; what comes later says less of what a text is about. */
const SENTENCES_READ = 400;
const MOST_BY_ITSELF = 7;
/** Of the sentences of a text, where nobody says how many. */
const SHARE = 0.25;
/** A shorter one is a heading or a call, and says little by itself. */
const LEAST_WORDS = 3;
const DAMPING = 0.85;
const ROUNDS = 30;

const sentencesIn = new Intl.Segmenter(undefined, { granularity: "sentence" });

type Sentence = { text: string; words: Set<string> };

/**
 * The sentences that have most in common with the others of their text (TextRank), in the order of the text. Words that stand in nearly
 * all sentences count next to nothing, so that no list of them is needed for any language.
 */
export function keySentences(text: string, wanted?: number): string[] {
  const all = sentencesOf(text);
  const long = all.filter(({ words }) => words.size >= LEAST_WORDS);
  const sentences = (long.length > 0 ? long : all).slice(0, SENTENCES_READ);
  const count = wanted ?? Math.min(MOST_BY_ITSELF, Math.max(1, Math.round(sentences.length * SHARE)));
  if (sentences.length <= count) return sentences.map((sentence) => sentence.text);
  const ranks = rank(likenesses(sentences));
  return sentences
    .map((sentence, index) => ({ sentence, index, rank: ranks[index]! }))
    .toSorted((one, other) => other.rank - one.rank || one.index - other.index)
    .slice(0, count)
    .toSorted((one, other) => one.index - other.index)
    .map(({ sentence }) => sentence.text);
}

/** Each once; a line is the end of a sentence, as in lists and headings. */
function sentencesOf(text: string): Sentence[] {
  const found = new Map<string, Sentence>();
  for (const line of text.split(/\n+/))
    for (const { segment } of sentencesIn.segment(line)) {
      const sentence = segment.trim();
      if (sentence !== "" && !found.has(sentence))
        found.set(sentence, { text: sentence, words: words(sentence) });
    }
  return [...found.values()];
}

const words = (sentence: string) =>
  new Set(segmentWords(sentence.normalize("NFKC").toLowerCase()).map(({ segment }) => segment));

/** How much each two have in common, by row; the longer they are, the more of it is by chance. */
function likenesses(sentences: readonly Sentence[]): number[][] {
  const having = new Map<string, number>();
  for (const sentence of sentences)
    for (const word of sentence.words) having.set(word, (having.get(word) ?? 0) + 1);
  const worth = (word: string) => Math.log(sentences.length / having.get(word)!);
  return sentences.map((one) =>
    sentences.map((other) => {
      if (one === other) return 0;
      let shared = 0;
      for (const word of one.words) if (other.words.has(word)) shared += worth(word);
      return shared / (Math.log(1 + one.words.size) + Math.log(1 + other.words.size));
    }),
  );
}

/** How likely one is to stand at a sentence who goes from each to those like it, and sometimes anywhere, the first one before others. */
function rank(likeness: readonly number[][]): number[] {
  const start = likeness.map((_, index) => (index === 0 ? 2 : 1) / (likeness.length + 1));
  const sums = likeness.map((row) => row.reduce((sum, value) => sum + value, 0));
  let ranks = start;
  for (let round = 0; round < ROUNDS; round++) {
    const next = start.map((value) => value * (1 - DAMPING));
    for (const [from, row] of likeness.entries())
      for (const [to, value] of row.entries())
        if (value > 0) next[to]! += (DAMPING * ranks[from]! * value) / sums[from]!;
    ranks = next;
  }
  return ranks;
}
