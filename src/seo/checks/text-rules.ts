import { readingEase } from "../language/reading-ease.ts";
import { syllablesOf } from "../language/syllables.ts";
import type { ReadArticle } from "../read-article.ts";
import { foundIf, MOST_FOUND, rule } from "../rule.ts";

const SHORT_TEXT = 300;
const LONG_PARAGRAPH = 150;
const LONG_SENTENCE = 25;
const LONG_SENTENCES = 0.25;
const EASY = 60;
const HARD = 30;
const SAME_BEGINNINGS = 3;
const PLACEHOLDER = /\b(?:lorem ipsum|TODO|TBD|FIXME|XXX)\b/;
const REPEATED_WORDS = 8;
const NEEDS_STRUCTURE = 500;

/** Two rules and the report ask for it. */
const eases = new WeakMap<ReadArticle, number | null>();

/** The reading ease of the note's sentences; null for a language without a formula, or with too little to tell. */
export function easeOf(article: ReadArticle): number | null {
  let ease = eases.get(article);
  if (ease === undefined) eases.set(article, (ease = reckonEase(article)));
  return ease;
}

function reckonEase({ known, sentences }: ReadArticle): number | null {
  if (known === null) return null;
  let words = 0;
  let syllables = 0;
  const counted = new Map<string, number>();
  for (const sentence of sentences)
    for (const word of sentence.words) {
      let count = counted.get(word);
      if (count === undefined) counted.set(word, (count = syllablesOf(word, known)));
      words++;
      syllables += count;
    }
  return words < 50 ? null : readingEase(known, { sentences: sentences.length, words, syllables });
}

const QUOTE_MAX = 160;
/** Cut between words, where there are any. */
const quoted = (text: string) =>
  text.length <= QUOTE_MAX
    ? text
    : `${text
        .slice(0, QUOTE_MAX)
        .replace(/\s+\S*$/u, "")
        .toWellFormed()}…`;

function repeatedBeginnings(article: ReadArticle) {
  const found: { blockId: string | null; quote: string; values: { count: number } }[] = [];
  let run: ReadArticle["sentences"] = [];
  const close = () => {
    const [start] = run;
    if (start && run.length >= SAME_BEGINNINGS)
      found.push({ blockId: start.block.id, quote: quoted(start.text), values: { count: run.length } });
    run = [];
  };
  for (const sentence of article.sentences) {
    const isSame =
      run.length > 0 && sentence.words[0] !== undefined && run[0]!.words[0] === sentence.words[0];
    if (!isSame) close();
    run.push(sentence);
  }
  close();
  return found.slice(0, MOST_FOUND);
}

/** What people read. */
export const TEXT_RULES = [
  rule("text-short", "warning", 7, (article) =>
    foundIf(article.wordCount < SHORT_TEXT, { values: { count: article.wordCount, least: SHORT_TEXT } }),
  ),
  rule("text-long-paragraphs", "hint", 3, (article) => {
    if (article.paragraphs.length === 0) return null;
    return article.paragraphs
      .filter(({ words }) => words.length > LONG_PARAGRAPH)
      .slice(0, MOST_FOUND)
      .map(({ id, text, words }) => ({
        blockId: id,
        quote: quoted(text),
        values: { count: words.length, most: LONG_PARAGRAPH },
      }));
  }),
  rule("text-long-sentences", "warning", 4, (article) => {
    const { sentences } = article;
    if (sentences.length < 4) return null;
    const long = sentences.filter(({ words }) => words.length > LONG_SENTENCE);
    const [longest] = long.toSorted((a, b) => b.words.length - a.words.length);
    return foundIf(long.length > sentences.length * LONG_SENTENCES, {
      blockId: longest?.block.id ?? null,
      quote: quoted(longest?.text ?? ""),
      values: { percent: Math.round((long.length * 100) / sentences.length), words: LONG_SENTENCE },
    });
  }),
  rule("text-hard", "warning", 5, (article) => {
    const ease = easeOf(article);
    return ease === null ? null : foundIf(ease < HARD, { values: { ease } });
  }),
  rule("text-demanding", "hint", 3, (article) => {
    const ease = easeOf(article);
    return ease === null || ease < HARD ? null : foundIf(ease < EASY, { values: { ease } });
  }),
  rule("text-same-beginnings", "hint", 2, (article) =>
    article.sentences.length < SAME_BEGINNINGS ? null : repeatedBeginnings(article),
  ),
  rule("text-placeholder", "error", 6, (article) => {
    if (article.prose.length === 0) return null;
    return article.prose
      .filter(({ text }) => PLACEHOLDER.test(text))
      .slice(0, MOST_FOUND)
      .map(({ id, text }) => ({ blockId: id, quote: quoted(text) }));
  }),
  rule("text-repeated", "warning", 4, (article) => {
    if (article.paragraphs.length < 2) return null;
    const seen = new Set<string>();
    return article.paragraphs
      .filter(({ words }) => {
        const text = words.join(" ");
        const isAgain = words.length >= REPEATED_WORDS && seen.has(text);
        seen.add(text);
        return isAgain;
      })
      .slice(0, MOST_FOUND)
      .map(({ id, text }) => ({ blockId: id, quote: quoted(text) }));
  }),
  rule("text-unbroken", "hint", 2, (article) =>
    article.wordCount < NEEDS_STRUCTURE
      ? null
      : foundIf(
          article.images.length === 0 &&
            !article.read.some(({ kind }) => kind !== "paragraph" && kind !== "heading"),
        ),
  ),
  rule("text-language", "warning", 4, ({ language, foundLanguage }) => {
    if (language === null || foundLanguage === null) return null;
    return foundIf(language !== foundLanguage, {
      values: { language, found: foundLanguage },
      mend: { kind: "language", language: foundLanguage },
    });
  }),
];
