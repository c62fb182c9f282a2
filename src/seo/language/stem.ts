import { isLanguage, type Language } from "./function-words.ts";

/** Endings of plurals and of common forms, the longest first, folded. A stem keeps at least four letters, or three before a plain "s". */
const ENDINGS: Record<Language, readonly string[]> = {
  en: ["ings", "ing", "ied", "ies", "ers", "ed", "er", "es", "ly", "s", "e", "y"],
  de: ["ungen", "ung", "ern", "en", "er", "em", "es", "e", "n", "s"],
  fr: [
    "ements",
    "ement",
    "ations",
    "ation",
    "euses",
    "eurs",
    "eur",
    "ees",
    "ant",
    "ent",
    "es",
    "er",
    "ee",
    "aux",
    "al",
    "e",
    "s",
    "x",
  ],
  es: [
    "aciones",
    "acion",
    "amente",
    "ando",
    "iendo",
    "ados",
    "adas",
    "ado",
    "ada",
    "es",
    "os",
    "as",
    "ar",
    "er",
    "ir",
    "o",
    "a",
    "e",
    "s",
  ],
  it: [
    "azioni",
    "azione",
    "amente",
    "ando",
    "endo",
    "ati",
    "ate",
    "ato",
    "ata",
    "are",
    "ere",
    "ire",
    "io",
    "ia",
    "ie",
    "i",
    "e",
    "o",
    "a",
  ],
  nl: ["ingen", "ing", "eren", "en", "er", "es", "e", "s"],
};
const SHORTEST = 4;

/** A folded word without what its plural or its form puts at the end, so that "notes" and "note" are one. No dictionary: words that change within stay two. */
export function stemOf(word: string, language: string | null): string {
  if (!isLanguage(language) || word.length < SHORTEST) return word;
  for (const ending of ENDINGS[language]) {
    if (!word.endsWith(ending)) continue;
    const rest = word.length - ending.length;
    if (rest < (ending === "s" ? SHORTEST - 1 : SHORTEST)) continue;
    const stem = word.slice(0, rest);
    // "running" and "run" are one.
    return language === "en" && /([bdgmnprt])\1$/.test(stem) ? stem.slice(0, -1) : stem;
  }
  return word;
}
