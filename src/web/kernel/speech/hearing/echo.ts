const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Whether what was heard is nothing but what Cairn was saying itself: all its words stand there, in their order. */
export function isEcho(heard: string, said: string): boolean {
  const words = wordsOf(heard);
  if (words.length === 0) return false;
  const known = wordsOf(said);
  let at = 0;
  for (const word of words) {
    at = known.indexOf(word, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
