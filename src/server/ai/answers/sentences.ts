const segmenter = new Intl.Segmenter(undefined, { granularity: "sentence" });

/** After these a sentence goes on: titles, units, and days as German counts them. */
const GOES_ON =
  /(?:^|[\s(])(?:mr|mrs|ms|dr|prof|st|sr|jr|no|nr|vs|approx|ca|etc|e\.g|i\.e|z\.b|d\.h|bzw|ggf|inkl|fig|vol|dept|inc|ltd|co|hr|fr|m|mme|sra?|\p{L}*str|\d{1,2})\.\s*$/iu;
/** The first letter of a name: "Nora L. Smith". What follows a number is a unit. */
const INITIAL = /(?:^|\p{Ll}[\s(]|\p{Lu}\.\s)\p{Lu}\.\s*$/u;

/** The sentences of a passage, block by block. */
export function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  for (const line of text.split("\n")) {
    let open = "";
    for (const { segment } of segmenter.segment(line)) {
      open += segment;
      if ((GOES_ON.test(open) || INITIAL.test(open)) && open.length < line.length) continue;
      if (open.trim() !== "") sentences.push(open.trim());
      open = "";
    }
    if (open.trim() !== "") sentences.push(open.trim());
  }
  return sentences;
}
