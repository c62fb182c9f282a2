import { hasFilters, parseQuery } from "#contract/shared/search-query.ts";

/** One word is better looked for by its letters, and what it means alone may be anything. */
const FEWEST_WORDS = 2;
/** Writing without spaces, in which some letters are a few words. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const FEWEST_LETTERS = 4;
/** Also where its value is still to be written. */
const OPERATOR = /(?:^|\s)-?(?:tag|in|project|is|has|origin|before|after):/i;

/** Whether a query is something said, in words of one's own: then notes that say it in others may be what is looked for. */
export function asksMeaning(query: string): boolean {
  if (OPERATOR.test(query)) return false;
  const asked = parseQuery(query);
  if (asked.phrases.length > 0 || hasFilters(asked)) return false;
  return (
    asked.words.length >= FEWEST_WORDS ||
    asked.words.some((word) => UNSPACED.test(word) && Array.from(word).length >= FEWEST_LETTERS)
  );
}
