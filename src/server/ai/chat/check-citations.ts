import { isTelling, wordsIn } from "../../notes/some-words/telling-words.ts";

/** A passage that was cited, by its place among those that the model was given, and the words of it that were cited. */
export type Cited = { passage: number; quote: string | null };

/** `[1]`, `[1, 2]`, `[1: "words"]`, `【1】`; `[^1]` is what our own answers look like, which models repeat. */
const MARK = /^[[【]\^?\d{1,3}(?:\s*[:,]?\s*["“„«「][^\n]{1,400}["”“»」]|\s*[,;]\s*\^?\d{1,3})*[\]】]$/u;
const CLOSES: Record<string, string> = { "[": "]", "【": "】" };
/** Longer than any mark: what is in brackets is words. */
const MARK_MAX = 450;
const ADDRESS_MAX = 2_000;
/** Of what stands around a mark, in characters. */
const AROUND = 400;
const SENTENCE_END = /[.!?。！？\n]\s*$/u;
/** Of the words of a sentence that the best passage has, the cited one must have so many. */
const LEAST_SHARE = 0.6;

/**
 * Follows an answer as it comes and lets a citation pass only where it holds: the passage was given, words in quotation marks stand in it to
 * the letter, and without such words it says what the sentence says at least about as well as the other passages do. `[^1]` is written for
 * the first one. A mark that does not hold is taken out and counted. What is in code is left as it is.
 */
export class CitationFilter {
  readonly cited: Cited[] = [];
  removed = 0;
  private readonly passages: Passage[] = [];
  /** What came and isn't passed on yet. */
  private held = "";
  /** What was passed on of this sentence. */
  private sentence = "";
  private lineStart = true;
  /** Of a block of code, or of words in it: what ends it. */
  private code: string | null = null;
  private lastMark = "";
  /** Spaces that were not passed on: none stands before a mark, nor where one was taken out. */
  private spaces = "";

  constructor(texts: readonly string[]) {
    this.addPassages(texts);
  }

  /** What the model is given later, numbered on. */
  addPassages(texts: readonly string[]): void {
    for (const text of texts)
      this.passages.push({ plain: plain(text), words: new Set(tellingWordsOf(text)) });
  }

  /** @returns what may be shown now */
  feed(text: string): string {
    this.held += text;
    return this.pass(false);
  }

  /** The answer is over. @returns what was held back */
  end(): string {
    return this.pass(true) + this.spaces;
  }

  private pass(isEnd: boolean): string {
    let out = "";
    while (this.held) {
      const taken = this.code === null ? this.takeWords(isEnd) : this.takeCode(isEnd);
      if (taken === null) break;
      out += taken;
    }
    return out;
  }

  private takeCode(isEnd: boolean): string | null {
    const at = this.held.indexOf(this.code!);
    if (at < 0) {
      // The sign that ends it may have come in part.
      const keep = isEnd ? 0 : this.code!.length - 1;
      const safe = this.held.length - keep;
      return safe > 0 ? this.passOn(safe) : null;
    }
    const end = at + this.code!.length;
    this.code = null;
    return this.passOn(end);
  }

  private takeWords(isEnd: boolean): string | null {
    const next = this.held.search(/[`[【]/u);
    if (next !== 0) return this.passOn(next < 0 ? this.held.length : next);
    return this.held.startsWith("`") ? this.openCode(isEnd) : this.takeBrackets(isEnd);
  }

  private openCode(isEnd: boolean): string | null {
    const ticks = /^`+/.exec(this.held)![0];
    if (ticks.length === this.held.length && !isEnd) return null;
    // Three at the beginning of a line are a block, which a line of three ends.
    this.code = ticks.length >= 3 && this.lineStart ? `\n${ticks}` : ticks;
    return this.passOn(ticks.length);
  }

  private takeBrackets(isEnd: boolean): string | null {
    const closing = CLOSES[this.held[0]!]!;
    const at = this.held.indexOf(closing);
    const line = this.held.indexOf("\n");
    const isOpen = at < 0 && line < 0 && this.held.length < MARK_MAX;
    if (isOpen && !isEnd) return null;
    const mark = this.held.slice(0, at + 1);
    if (at < 0 || !MARK.test(mark)) return this.passOn(1);
    // Whether it is the words of a link shows in what follows.
    if (at + 1 === this.held.length && !isEnd) return null;
    if (this.held[at + 1] === "(") return this.dropLink(at + 1, isEnd);
    return this.takeMark(mark, isEnd);
  }

  /** A link that looks like a citation leads wherever the model wants. */
  private dropLink(from: number, isEnd: boolean): string | null {
    const end = this.held.slice(from).search(/[)\n]/);
    if (end < 0 && !isEnd && this.held.length < ADDRESS_MAX) return null;
    this.held = end < 0 ? "" : this.held.slice(from + end + (this.held[from + end] === ")" ? 1 : 0));
    this.removed += 1;
    this.spaces = "";
    return "";
  }

  private takeMark(mark: string, isEnd: boolean): string | null {
    const before = tellingWordsOf(this.sentence);
    let words = before;
    if (before.length < 2 && !quoteIn(mark)) {
      // It stands before what it is about: its sentence is waited for.
      const rest = this.held.slice(mark.length);
      const end = rest.search(/[.!?。！？\n]/u);
      if (end < 0 && !isEnd && rest.length < AROUND) return null;
      const until = end < 0 ? rest.length : end;
      words = [...before, ...tellingWordsOf(rest.slice(0, Math.min(until, AROUND)))];
    }
    this.held = this.held.slice(mark.length);
    this.spaces = "";
    const shown = placesIn(mark)
      .flatMap((place) => this.accept({ passage: place - 1, quote: quoteIn(mark) }, words))
      .map((number) => `[^${number}]`)
      .filter((accepted) => !this.lastMark.includes(accepted));
    this.lastMark += shown.join("");
    return shown.join("");
  }

  /** @returns its number in this answer, or nothing */
  private accept({ passage, quote }: Cited, sentence: string[]): number[] {
    const named = this.passages[passage];
    if (!named || !(quote ? isQuoteOf(named, quote) : this.isSaidBest(named, sentence))) {
      this.removed += 1;
      return [];
    }
    const known = this.cited.findIndex((one) => one.passage === passage && one.quote === quote);
    return [known >= 0 ? known + 1 : this.cited.push({ passage, quote })];
  }

  private isSaidBest(named: Passage, sentence: string[]): boolean {
    const share = ({ words }: Passage) => sentence.filter((word) => words.has(word)).length;
    const own = share(named);
    return own > 0 && own >= LEAST_SHARE * Math.max(...this.passages.map(share));
  }

  private passOn(length: number): string {
    const text = this.held.slice(0, length);
    this.held = this.held.slice(length);
    if (text.trim()) this.lastMark = "";
    const words = (this.spaces + text).trimEnd().length;
    const end = text.includes("\n") ? text.length : Math.max(0, words - this.spaces.length);
    const shown = end > 0 ? this.spaces + text.slice(0, end) : "";
    this.spaces = end > 0 ? text.slice(end) : this.spaces + text;
    for (const part of text.split(/(?<=[.!?。！？\n])/u)) {
      if (SENTENCE_END.test(this.sentence) && part.trim()) this.sentence = "";
      this.sentence = (this.sentence + part).slice(-AROUND);
    }
    this.lineStart = /\n[ \t]*$/.test(text) || (this.lineStart && !text.trim());
    return shown;
  }
}

type Passage = { plain: string; words: Set<string> };

const tellingWordsOf = (text: string): string[] => [
  ...new Set(wordsIn(text).filter((word) => isTelling(word) || /\d/.test(word))),
];

/** Spaces and the kind of quotation marks make no other words. */
const plain = (text: string): string =>
  text
    .normalize("NFKC")
    .replace(/["“”„«»「」'’‘]/gu, "'")
    .replace(/\s+/gu, " ")
    .trim()
    .toLowerCase();

const isQuoteOf = (passage: Passage, quote: string): boolean => {
  const words = plain(quote)
    .replace(/(^(\.\.\.|…)|(\.\.\.|…)$)/gu, "")
    .trim();
  return words.length >= 2 && passage.plain.includes(words);
};

const quoteIn = (mark: string): string | null => /["“„«「](.+)["”“»」]/u.exec(mark)?.[1]?.trim() ?? null;

const placesIn = (mark: string): number[] =>
  [...mark.replace(/["“„«「].*["”“»」]/u, "").matchAll(/\d+/g)].map(([place]) => Number(place));
