import { languageOf, shareOf, type ToldLanguage } from "#seo/language/function-words.ts";

/** A paragraph is in another language than its note when at least this part of it is small words of that one. */
const SURE = 0.3;
/** So many words of which fewer are small words of the note's language are not in it; a shorter one may be a title or a name. */
const [ENOUGH, LEAST] = [6, 0.15];

/**
 * The language of each paragraph of a note, given as folded words; null where none is told. Who writes German and English writes both in one note,
 * so that a language is not a note's. A paragraph by itself is often too short to tell: it is in its note's unless its words say otherwise.
 */
export function languagesOf(paragraphs: readonly string[][]): (ToldLanguage | null)[] {
  const ofNote = languageOf(paragraphs.flat());
  return paragraphs.map((words) => {
    const own = languageOf(words);
    if (own !== null && shareOf(words, own) >= SURE) return own;
    const isForeign = ofNote !== null && words.length >= ENOUGH && shareOf(words, ofNote) < LEAST;
    return isForeign ? null : ofNote;
  });
}
