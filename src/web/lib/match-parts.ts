import { folded, foldedWithPlaces } from "#contract/shared/fold-diacritics.ts";
import { parseQuery } from "#contract/shared/search-query.ts";

/** Splits text at the marks U+0002 and U+0003 that stand around matches. */
export function matchParts(text: string): { text: string; isMatch: boolean }[] {
  return text.split("\u0002").flatMap((piece, index) => {
    if (index === 0) return piece ? [{ text: piece, isMatch: false }] : [];
    const [match = "", ...rest] = piece.split("\u0003");
    const after = rest.join("");
    return [
      ...(match ? [{ text: match, isMatch: true }] : []),
      ...(after ? [{ text: after, isMatch: false }] : []),
    ];
  });
}

/** Starts a snippet shortly before its first match, or a narrow row cuts the match away. */
export function fromFirstMatch(snippet: string, before = 32): string {
  const at = snippet.indexOf("\u0002");
  if (at <= before) return snippet;
  const space = snippet.indexOf(" ", at - before);
  return `…${snippet.slice(space >= 0 && space < at - 1 ? space + 1 : at - before)}`;
}

/** Marks every occurrence of the words in a text, with or without their accents, as the server does, for what is shown beside its snippet. */
export function markWords(text: string, words: string[]): string {
  const wanted = words
    .map(folded)
    .filter(Boolean)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  if (wanted.length === 0) return text;
  const { plain, places } = foldedWithPlaces(text);
  let marked = "";
  let from = 0;
  for (const { index, 0: match } of plain.matchAll(new RegExp(wanted.join("|"), "gu"))) {
    const begin = places[index]!;
    // A letter that is written as two ("ß") is marked as a whole, and once.
    let next = index + match.length;
    while (places[next] === places[next - 1]) next++;
    if (begin < from) continue;
    marked += `${text.slice(from, begin)}\u0002${text.slice(begin, places[next])}\u0003`;
    from = places[next]!;
  }
  return marked + text.slice(from);
}

/** The words of a query that are to be found, without operators and quotes. */
export function queryWords(query: string): string[] {
  const { words, phrases } = parseQuery(query);
  return [...words, ...phrases.flatMap((phrase) => phrase.split(/\s+/))];
}

/**
 * What of a query is marked in the titles that it found.
 * @param hasSomeWords the notes have only some of the words: then short ones of Latin letters ("of", "the") are parts of others by chance
 */
export const wordsInTitles = (query: string, hasSomeWords: boolean): string[] =>
  queryWords(query).filter((word) => !hasSomeWords || !/^[a-z]{1,3}$/i.test(word));
