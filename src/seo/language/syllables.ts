import type { Language } from "./function-words.ts";

const VOWELS: Record<Language, RegExp> = {
  en: /[aeiouy]+/g,
  // "ie", "ei", "au", "eu" are one; two vowels that are no such pair are two.
  de: /aa|ai|au|ee|ei|eu|ie|oo|[aeiouy]/g,
  fr: /[aeiouy]+/g,
  es: /[iu]?[aeo][iuy]?|[iu]+|y/g,
  it: /[iu]?[aeo][iu]?|[iu]+/g,
  nl: /aai|ooi|oei|eeu|ieu|aa|ee|oo|uu|oe|ie|ei|ij|ui|ou|au|eu|[aeiouy]/g,
};

/** Syllables of a folded word, by its groups of vowels; one at least. Within about a tenth of what dictionaries say over a text. */
export function syllablesOf(word: string, language: Language): number {
  let count = word.match(VOWELS[language])?.length ?? 0;
  if (language === "en") {
    if (/[^aeiouy]e$/.test(word) && !/[^aeiouy]le$/.test(word)) count--;
    else if (/[^aeiouytd]ed$/.test(word)) count--;
    if (/(?:ia|io|eo|ua)(?!u)/.test(word) && !/(?:tion|cial|sion|tia|cious|gious)/.test(word)) count++;
  }
  // "e" at the end is not spoken.
  if (language === "fr" && /[^aeiouy](?:e|es|ent)$/.test(word)) count--;
  return Math.max(1, count);
}
