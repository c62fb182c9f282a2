import { folded } from "./fold-diacritics.ts";

/** How well a title fits what was typed, best first; as `best_titles` of the database has it. */
export const TITLE_FIT = { same: 0, begins: 1, begun: 2, words: 3, beginnings: 4, none: 5 } as const;

/** Where a hit stands after those of its title. */
export const HIT_PLACE = {
  tag: 5,
  word: 6,
  beginning: 7,
  attachment: 8,
  insideTitle: 9,
  inside: 10,
  similar: 11,
} as const;

/** In small letters without marks and signs, one space between words. */
const plainWords = (text: string): string =>
  folded(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

const hasAll = (text: string, words: string[], around: string) =>
  words.every((word) => ` ${text} `.includes(` ${word}${around}`));

export function titleFit(title: string, typed: readonly string[]): number {
  const plain = plainWords(title);
  const wanted = plainWords(typed.join(" "));
  const words = wanted.split(" ");
  if (wanted === "") return TITLE_FIT.none;
  if (plain === wanted) return TITLE_FIT.same;
  if (plain.startsWith(`${wanted} `)) return TITLE_FIT.begins;
  if (plain.startsWith(wanted)) return TITLE_FIT.begun;
  if (hasAll(plain, words, " ")) return TITLE_FIT.words;
  return hasAll(plain, words, "") ? TITLE_FIT.beginnings : TITLE_FIT.none;
}

type Searched = { title: string; tags: readonly string[]; text: string };

/** The place of a note without an index to ask: every word that was typed is known to occur in it. */
export function hitPlace({ title, tags, text }: Searched, typed: readonly string[]): number {
  const fit = titleFit(title, typed);
  if (fit < TITLE_FIT.none) return fit;
  const words = plainWords(typed.join(" ")).split(" ");
  const heading = plainWords(`${title} ${tags.join(" ")}`);
  if (hasAll(heading, words, "")) return HIT_PLACE.tag;
  const all = `${heading} ${plainWords(text)}`;
  if (hasAll(all, words, " ")) return HIT_PLACE.word;
  if (hasAll(all, words, "")) return HIT_PLACE.beginning;
  return words.every((word) => plainWords(title).includes(word)) ? HIT_PLACE.insideTitle : HIT_PLACE.inside;
}
