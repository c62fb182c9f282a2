const SHORT_FORMS =
  /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|approx|mr|mrs|ms|dr|prof|no|st|z\.b|d\.h|bzw|usw|ca|nr|evtl|vgl|p\.ex|sr|sra|ing|dott|bijv|enz|[a-z])\.$/i;
const END = /[.!?…]+["'”’»)\]]*\s+|[。！？।؟]+|\n+/g;

/** The sentences of a text. A dot after a known short form, or before a small letter, ends none. */
export function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  let from = 0;
  for (const match of text.matchAll(END)) {
    const end = match.index + match[0].length;
    const upToDot = text.slice(from, match.index + 1);
    const isDot = match[0].startsWith(".");
    if (isDot && (SHORT_FORMS.test(upToDot.slice(-12)) || /^\p{Ll}/u.test(text.slice(end, end + 2))))
      continue;
    const sentence = text.slice(from, end).trim();
    if (sentence !== "") sentences.push(sentence);
    from = end;
  }
  const last = text.slice(from).trim();
  if (last !== "") sentences.push(last);
  return sentences;
}
