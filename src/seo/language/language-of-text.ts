import { languageOf } from "./function-words.ts";

/** More of the same tells nothing new. */
const SAMPLE_CHARACTERS = 20_000;
/** Fewer letters may be a name. */
const FROM_LETTERS = 10;
/** Of a text, the letters that only one of the languages of a script has. */
const SIGN = 0.005;
/** Japanese writes its grammar in kana, Chinese has none. */
const KANA = 0.05;

/**
 * The language of a text as a BCP 47 tag, by its script where that tells it, else by its small words.
 * @param words The words of the text, folded
 * @returns null for a language that is not known, or too little text
 */
export function languageOfText(text: string, words: readonly string[]): string | null {
  const sample = text.slice(0, SAMPLE_CHARACTERS);
  return isLatin(sample) ? languageOf(words) : languageOfScript(sample);
}

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;
const LATIN = /\p{Script=Latin}/gu;
const LETTER = /\p{L}/gu;

const isLatin = (text: string) => count(text, LATIN) * 2 >= count(text, LETTER);

const SCRIPTS: [letters: RegExp, language: (text: string, letters: number) => string | null][] = [
  [/\p{Script=Hangul}/gu, () => "ko"],
  [
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu,
    (text, letters) =>
      count(text, /[\p{Script=Hiragana}\p{Script=Katakana}]/gu) > letters * KANA ? "ja" : "zh",
  ],
  [/\p{Script=Arabic}/gu, (text, letters) => bySigns(text, letters, ARABIC, "ar")],
  [/\p{Script=Cyrillic}/gu, (text, letters) => bySigns(text.toLowerCase(), letters, CYRILLIC, null)],
  [/\p{Script=Hebrew}/gu, () => "he"],
  [/\p{Script=Greek}/gu, () => "el"],
  [/\p{Script=Thai}/gu, () => "th"],
];

/** In the order in which they tell: a later language has letters of an earlier one as well. */
const ARABIC: [string, RegExp][] = [
  ["ckb", /[ەێۆ]/g],
  ["ur", /[ےٹڈڑ]/g],
  ["fa", /[پچژگ]/g],
];
const CYRILLIC: [string, RegExp][] = [
  ["mk", /[ѓќѕ]/g],
  ["sr", /[љњћђџ]/g],
  ["be", /ў/g],
  ["uk", /[їєґ]/g],
  ["kk", /[әғқңөұүһ]/g],
  ["ru", /[ыэ]/g],
  ["bg", /ъ/g],
];

function bySigns(
  text: string,
  letters: number,
  languages: [string, RegExp][],
  otherwise: string | null,
): string | null {
  return languages.find(([, signs]) => count(text, signs) > letters * SIGN)?.[0] ?? otherwise;
}

function languageOfScript(text: string): string | null {
  const letters = count(text, LETTER);
  if (letters < FROM_LETTERS) return null;
  for (const [pattern, language] of SCRIPTS) {
    const own = count(text, pattern);
    if (own * 2 > letters) return language(text, own);
  }
  return null;
}
