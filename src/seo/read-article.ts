import { folded } from "#contract/shared/fold-diacritics.ts";
import type { Article, ArticleLink, Block } from "./article.ts";
import { functionWords, isLanguage, type Language, languageOf } from "./language/function-words.ts";
import { sentencesOf } from "./language/sentences.ts";
import { stemOf } from "./language/stem.ts";

const WORD = /[\p{L}\p{N}]+(?:['’][\p{L}\p{N}]+)*/gu;
/** Scripts without spaces: each run counts by its letters, about two to a word. */
const UNSPACED = /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]+$/u;

/** Words of a text, folded. */
export function wordsOf(text: string): string[] {
  const found = text.match(WORD) ?? [];
  return found.flatMap((word) => (UNSPACED.test(word) ? pairsOf(word) : [folded(word).replaceAll("’", "'")]));
}

const pairsOf = (word: string): string[] => word.match(/.{1,2}/gsu) ?? [];

/** Where each of these words stands in the text. */
export function placesOf(text: string): { from: number; to: number }[] {
  return [...text.matchAll(WORD)].flatMap(({ 0: word, index }) => {
    let from = index;
    return (UNSPACED.test(word) ? pairsOf(word) : [word]).map((part) => {
      const place = { from, to: from + part.length };
      from = place.to;
      return place;
    });
  });
}

export interface ReadBlock extends Block {
  words: string[];
  stems: string[];
}

/** A phrase as stems of the words that count. */
export interface Phrase {
  text: string;
  stems: string[];
}

/** An article with all that several rules ask of it, reckoned once. */
export interface ReadArticle extends Article {
  read: ReadBlock[];
  /** The language of its words, chosen or found. */
  spoken: string | null;
  /** The same where its reading ease can be told. */
  known: Language | null;
  /** Found by its words, whatever was chosen. */
  foundLanguage: Language | null;
  /** Headings, in their order. */
  headings: ReadBlock[];
  /** What is read as sentences: paragraphs, items and quotes that are not empty. */
  prose: ReadBlock[];
  paragraphs: ReadBlock[];
  wordCount: number;
  sentences: { block: ReadBlock; text: string; words: string[] }[];
  links: { block: ReadBlock; link: ArticleLink }[];
  images: { block: ReadBlock; image: Block["images"][number] }[];
  phrases: Phrase[];
  /** What search engines are told as the title. */
  shownTitle: string;
}

const PROSE = new Set(["paragraph", "item", "quote"]);

/** Reads an article once for all rules. */
export function readArticle(article: Article): ReadArticle {
  const worded = article.blocks.map((block) => ({
    ...block,
    words: block.kind === "code" ? [] : wordsOf(block.text),
  }));
  const foundLanguage = languageOf(worded.flatMap(({ words }) => words));
  const spoken = article.language ?? foundLanguage;
  const stem = stemmer(spoken);
  const read: ReadBlock[] = worded.map((block) => ({ ...block, stems: block.words.map(stem) }));
  const prose = read.filter(({ kind, words }) => PROSE.has(kind) && words.length > 0);
  return {
    ...article,
    read,
    spoken,
    known: isLanguage(spoken) ? spoken : null,
    foundLanguage,
    headings: read.filter(({ kind }) => kind === "heading"),
    prose,
    paragraphs: prose.filter(({ kind }) => kind === "paragraph"),
    wordCount: read.reduce((sum, { words }) => sum + words.length, 0),
    sentences: prose.flatMap((block) =>
      sentencesOf(block.text).map((text) => ({ block, text, words: wordsOf(text) })),
    ),
    links: read.flatMap((block) => block.links.map((link) => ({ block, link }))),
    images: read.flatMap((block) => block.images.map((image) => ({ block, image }))),
    phrases: phrasesOf(article.keyphrase, spoken),
    shownTitle: article.searchTitle.trim() || article.title.trim(),
  };
}

/** The same words come again and again. */
function stemmer(language: string | null): (word: string) => string {
  const known = new Map<string, string>();
  return (word) => {
    let stem = known.get(word);
    if (stem === undefined) known.set(word, (stem = stemOf(word, language)));
    return stem;
  };
}

/** A keyphrase and its variants; of each the words that count, all of them where none does. */
export function phrasesOf(keyphrase: string, language: string | null): Phrase[] {
  const small = functionWords(language);
  return keyphrase
    .split(",")
    .map((text) => text.trim())
    .filter((text) => wordsOf(text).length > 0)
    .map((text) => {
      const words = wordsOf(text);
      const counting = words.filter((word) => !small.has(word));
      return { text, stems: (counting.length > 0 ? counting : words).map((word) => stemOf(word, language)) };
    });
}

/** Whether a text has all words of the phrase or of a variant, in whatever form and order. */
export function hasPhrase(article: ReadArticle, text: string): boolean {
  const stems = new Set(wordsOf(text).map((word) => stemOf(word, article.spoken)));
  return article.phrases.some((phrase) => phrase.stems.every((stem) => stems.has(stem)));
}

/** How often a phrase or a variant is said in a block: its words in their order, with at most two others between. */
export function countPhrase(phrases: readonly Phrase[], stems: readonly string[]): number {
  let count = 0;
  for (const { stems: wanted } of phrases) {
    for (let at = stems.indexOf(wanted[0]!); at >= 0; at = stems.indexOf(wanted[0]!, at + 1)) {
      const end = endOfPhrase(wanted, stems, at);
      if (end < 0) continue;
      count++;
      at = end;
    }
  }
  return count;
}

const MOST_BETWEEN = 2;

function endOfPhrase(wanted: readonly string[], stems: readonly string[], from: number): number {
  let at = from;
  for (const stem of wanted.slice(1)) {
    const next = stems.indexOf(stem, at + 1);
    if (next < 0 || next - at > MOST_BETWEEN + 1) return -1;
    at = next;
  }
  return at;
}
