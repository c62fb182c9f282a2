/** Scripts that do not put spaces between words. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]+/gu;
const HAS_WORD = /[\p{L}\p{N}]/u;

/** Made when first needed: most notes never do, and it takes some milliseconds. */
let segmenter: Intl.Segmenter | undefined;

/** How many words a person would count: between spaces where a script has them, by dictionary where not. */
export function countWords(text: string): number {
  let count = 0;
  const spaced = text.replace(UNSPACED, (run) => {
    segmenter ??= new Intl.Segmenter(undefined, { granularity: "word" });
    for (const segment of segmenter.segment(run)) if (segment.isWordLike) count++;
    return " ";
  });
  for (const token of spaced.split(/\s+/)) if (HAS_WORD.test(token)) count++;
  return count;
}
