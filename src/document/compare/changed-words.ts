const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'\u2019_-]*/gu;

/** The words of a text in their order, as they are compared. */
export function wordsOf(text: string): string[] {
  return text.match(WORD) ?? [];
}

/** How many words came and how many went, wherever they stand: one that only moved did neither. */
export function countChangedWords(
  before: readonly string[],
  after: readonly string[],
): { added: number; removed: number } {
  const counts = new Map<string, number>();
  for (const word of before) counts.set(word, (counts.get(word) ?? 0) + 1);
  let added = 0;
  for (const word of after) {
    const left = counts.get(word) ?? 0;
    if (left > 0) counts.set(word, left - 1);
    else added++;
  }
  let removed = 0;
  for (const left of counts.values()) removed += left;
  return { added, removed };
}
