import { folded } from "#contract/shared/fold-diacritics.ts";
import type { Article, ArticleLink, Block } from "./article.ts";
import { functionWords, isLanguage, type Language, LANGUAGE_WORDS } from "./language/function-words.ts";
import { languageOfText } from "./language/language-of-text.ts";
import { sentencesOf } from "./language/sentences.ts";
import { stemOf } from "./language/stem.ts";

const WORD = /[\p{L}\p{N}]+(?:['’][\p{L}\p{N}]+)*/gu;
/** Scripts without spaces: each run counts by its letters, about two to a word. */
const UNSPACED = /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]+$/u;

/** Words of a text, folded. */
export const wordsOf = (text: string): string[] => (text.match(WORD) ?? []).flatMap(foldedParts);

const foldedParts = (word: string): string[] =>
  UNSPACED.test(word) ? pairsOf(word) : [folded(word).replaceAll("’", "'")];

/** The same for many texts of one note, in which the same words come again and again: each is folded once. */
function wordReader(): (text: string) => string[] {
  const known = new Map<string, string[]>();
  return (text) => {
    const words: string[] = [];
    for (const word of text.match(WORD) ?? []) {
      let parts = known.get(word);
      if (parts === undefined) known.set(word, (parts = foldedParts(word)));
      for (const part of parts) words.push(part);
    }
    return words;
  };
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

export interface Sentence {
  text: string;
  words: string[];
}

export interface ReadBlock extends Block {
  words: string[];
  stems: string[];
  /** Of prose; of all else none. */
  sentences: Sentence[];
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
  foundLanguage: string | null;
  /** Headings, in their order. */
  headings: ReadBlock[];
  /** What is read as sentences: paragraphs, items and quotes that are not empty. */
  prose: ReadBlock[];
  paragraphs: ReadBlock[];
  wordCount: number;
  sentences: (Sentence & { block: ReadBlock })[];
  links: { block: ReadBlock; link: ArticleLink }[];
  images: { block: ReadBlock; image: Block["images"][number] }[];
  phrases: Phrase[];
  /** What search engines are told as the title. */
  shownTitle: string;
  /** `wordsOf` and `stemOf` for whatever else is compared with it: other notes say the same words. */
  wordsIn: (text: string) => string[];
  stem: (word: string) => string;
}

const PROSE = new Set(["paragraph", "item", "quote"]);

/** Reads an article once for all rules: each text a single time. */
export function readArticle(article: Article): ReadArticle {
  const wordsIn = wordReader();
  const worded = article.blocks.map((block) => readBlock(block, wordsIn));
  const foundLanguage = languageOfText(
    article.blocks.map(({ text }) => text).join("\n"),
    firstWords(worded, LANGUAGE_WORDS),
  );
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
    sentences: prose.flatMap((block) => block.sentences.map((sentence) => ({ block, ...sentence }))),
    links: read.flatMap((block) => block.links.map((link) => ({ block, link }))),
    images: read.flatMap((block) => block.images.map((image) => ({ block, image }))),
    phrases: phrasesIn(article.keyphrase, { spoken, wordsIn, stem }),
    shownTitle: article.searchTitle.trim() || article.title.trim(),
    wordsIn,
    stem,
  };
}

type Worded = Omit<ReadBlock, "stems">;

function readBlock(block: Block, wordsIn: (text: string) => string[]): Worded {
  if (block.kind === "code") return { ...block, words: [], sentences: [] };
  if (!PROSE.has(block.kind)) return { ...block, words: wordsIn(block.text), sentences: [] };
  const sentences = sentencesOf(block.text).map((text) => ({ text, words: wordsIn(text) }));
  // No word goes beyond its sentence, so that those of the block are those of its sentences.
  const [only] = sentences;
  const words = sentences.length === 1 ? only!.words : sentences.flatMap((sentence) => sentence.words);
  return { ...block, words, sentences };
}

function firstWords(blocks: readonly Worded[], most: number): string[] {
  const words: string[] = [];
  for (const block of blocks) {
    if (words.length >= most) break;
    for (const word of block.words) words.push(word);
  }
  return words.slice(0, most);
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
export const phrasesOf = (keyphrase: string, language: string | null): Phrase[] =>
  phrasesIn(keyphrase, { spoken: language, wordsIn: wordsOf, stem: (word) => stemOf(word, language) });

/** The same beside an article, by its language. */
export function phrasesIn(
  keyphrase: string,
  { spoken, wordsIn, stem }: Pick<ReadArticle, "spoken" | "wordsIn" | "stem">,
): Phrase[] {
  const small = functionWords(spoken);
  return keyphrase
    .split(",")
    .map((part) => part.trim())
    .map((text) => ({ text, words: wordsIn(text) }))
    .filter(({ words }) => words.length > 0)
    .map(({ text, words }) => {
      const counting = words.filter((word) => !small.has(word));
      return { text, stems: (counting.length > 0 ? counting : words).map(stem) };
    });
}

/** Whether a text has all words of the phrase or of a variant, in whatever form and order. */
export const hasPhrase = (article: ReadArticle, text: string): boolean =>
  haveStems(article, article.wordsIn(text).map(article.stem));

/** The same for a text that was read already. */
export function haveStems(article: ReadArticle, stems: readonly string[]): boolean {
  const known = new Set(stems);
  return article.phrases.some((phrase) => phrase.stems.every((stem) => known.has(stem)));
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
