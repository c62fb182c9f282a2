/** A text of more is generated, not written; a line of more is no sentence. */
const SENTENCE_MAX = 400;

/** Ends in a dot and goes on: "Dr. Weber", "z. B.", "12. März". */
const GOES_ON = /(?:^|[\s(])(?:Dr|Mrs?|Ms|Prof|St|Hr|Fr|Nr|No|ca|bzw|usw|etc|vs|z|e|i|[A-Z]|\d{1,2})\.$/;
const MAY_END = /(?<=[.!?…])["'”“)]*\s+(?=["'„“(@]?[\p{Lu}\d])/u;
/** How meetings and conversations by voice are written down: when it was said, or that oneself said it. */
const REMARK = /^\s*(?:\d{1,2}:\d{2}(?:\s?[AaPp]\.?\s?[Mm]\.?)?(?:\sUhr)?:?\s+|(?:You|Du):\s*)(?=\S)/u;
const BULLET = /^\s*(?:[-*+•–—]|\d{1,3}[.)]|\[[ xX]\])\s+/;

/** The sentences of a text, a line at a time: what ends a line ends a sentence. Markers of lists and of remarks are left out. */
export function sentencesOf(text: string): string[] {
  return text
    .split("\n")
    .flatMap((line) => sentencesOfLine(line.replace(BULLET, "").replace(BULLET, "").replace(REMARK, "")));
}

function sentencesOfLine(line: string): string[] {
  const sentences: string[] = [];
  let open = "";
  for (const piece of line.split(MAY_END)) {
    open = open === "" ? piece : `${open} ${piece}`;
    if (GOES_ON.test(piece.trimEnd())) continue;
    sentences.push(open);
    open = "";
  }
  if (open !== "") sentences.push(open);
  return sentences.map((each) => each.trim()).filter((each) => each !== "" && each.length <= SENTENCE_MAX);
}
