/** Scripts that do not put spaces between words. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]+/gu;
const HAS_WORD = /[\p{L}\p{N}]/u;

/** Made when first needed: most notes never do, and it takes some milliseconds. */
let segmenter: Intl.Segmenter | undefined;

function visitWords(text: string, visit: (word: Intl.SegmentData) => void): void {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "word" });
  for (const part of segmenter.segment(text)) if (part.isWordLike) visit(part);
}

/** The words of a text in their order, by the rules of Unicode or a dictionary: "e-mail" is two; spaces and marks between them are left out. */
export function segmentWords(text: string): Intl.SegmentData[] {
  const words: Intl.SegmentData[] = [];
  visitWords(text, (word) => words.push(word));
  return words;
}

/** Visits the words a person would count, in no particular order: between spaces where a script has them, by dictionary where not. */
export function forEachWord(text: string, visit: (word: string) => void): void {
  const spaced = text.replace(UNSPACED, (run) => {
    visitWords(run, ({ segment }) => visit(segment));
    return " ";
  });
  for (const token of spaced.split(/\s+/)) if (HAS_WORD.test(token)) visit(token);
}

/** How many words a person would count. */
export function countWords(text: string): number {
  let count = 0;
  forEachWord(text, () => count++);
  return count;
}
