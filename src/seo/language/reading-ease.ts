import type { Language } from "./function-words.ts";

type Formula = { name: string; ease: (wordsPerSentence: number, syllablesPerWord: number) => number };

/**
 * Reading ease, 0 hard to 100 easy, each by the formula that was made for its language:
 * - English: R. Flesch, "A New Readability Yardstick", Journal of Applied Psychology 32 (1948).
 * - German: T. Amstad, "Wie verständlich sind unsere Zeitungen?", Zürich (1978).
 * - French: L. Kandel and A. Moles, "Application de l'indice de Flesch à la langue française" (1958).
 * - Spanish: J. Fernández Huerta, "Medidas sencillas de lecturabilidad", Consigna 214 (1959).
 * - Italian: V. Franchina and R. Vacca, "Adaptation of Flesh readability index on a bilingual text", Linguaggi 3 (1986).
 * - Dutch: W. H. Douma, "De leesbaarheid van landbouwbladen", Wageningen (1960).
 */
export const FORMULAS: Record<Language, Formula> = {
  en: { name: "Flesch", ease: (words, syllables) => 206.835 - 1.015 * words - 84.6 * syllables },
  de: { name: "Amstad", ease: (words, syllables) => 180 - words - 58.5 * syllables },
  fr: { name: "Kandel-Moles", ease: (words, syllables) => 207 - 1.015 * words - 73.6 * syllables },
  es: { name: "Fernández Huerta", ease: (words, syllables) => 206.84 - 1.02 * words - 60 * syllables },
  it: { name: "Franchina-Vacca", ease: (words, syllables) => 217 - 1.3 * words - 60 * syllables },
  nl: { name: "Douma", ease: (words, syllables) => 206.84 - 0.93 * words - 77 * syllables },
};

/** Between 0 and 100, whole. */
export function readingEase(
  language: Language,
  { sentences, words, syllables }: { sentences: number; words: number; syllables: number },
): number {
  const ease = FORMULAS[language].ease(words / Math.max(1, sentences), syllables / Math.max(1, words));
  return Math.round(Math.min(100, Math.max(0, ease)));
}
