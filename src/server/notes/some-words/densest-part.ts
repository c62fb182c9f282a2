import { folded } from "#contract/shared/fold-diacritics.ts";

/**
 * The part of a text that has most of these words close together, from a little before the first of them; the beginning where it has none.
 * @param words in small letters without marks
 */
export function densestPart(
  text: string,
  words: readonly string[],
  { before, length }: { before: number; length: number },
): string {
  // A letter that is written as two moves what follows by one; a part needs no more exact places.
  const plain = folded(text);
  const places = words
    .flatMap((word, index) => placesOf(plain, word).map((at) => ({ at, index })))
    .toSorted((one, other) => one.at - other.at);
  let best = { at: 0, count: 0 };
  for (const [first, { at }] of places.entries()) {
    const seen = new Set<number>();
    for (let next = first; next < places.length && places[next]!.at < at + length - before; next++)
      seen.add(places[next]!.index);
    if (seen.size > best.count) best = { at, count: seen.size };
  }
  const start = Math.max(0, best.at - before);
  return text.slice(start, start + length).toWellFormed();
}

/** More of one word say no more. */
const MOST_PLACES = 200;

/** Where a word begins, as a word where the script has spaces between them. */
function placesOf(plain: string, word: string): number[] {
  const places: number[] = [];
  for (
    let at = plain.indexOf(word);
    at >= 0 && places.length < MOST_PLACES;
    at = plain.indexOf(word, at + word.length)
  )
    if (!/[\p{L}\p{N}]/u.test(plain[at - 1] ?? "") || !/^[a-z0-9]/.test(word)) places.push(at);
  return places;
}
