/** Somebody who can be mentioned. */
type Named = { id: string; name: string };

const LETTER = /[\p{L}\p{N}\p{M}_]/u;
const plain = (text: string) => text.normalize("NFC").toLowerCase();

/**
 * Ids of the people whose name stands behind an "@" in a text, in whatever case; of two names that begin alike the longer one counts. A
 * name ends where a word ends, but for scripts that write no spaces.
 */
export function mentionedIn(text: string, people: readonly Named[]): Set<string> {
  const found = new Set<string>();
  const said = plain(text);
  const known = people
    .map(({ id, name }) => ({ id, name: plain(name.trim()) }))
    .filter(({ name }) => name !== "")
    .toSorted((one, other) => other.name.length - one.name.length);
  for (const { index } of said.matchAll(/[@＠]/g)) {
    // An address, not a mention; scripts without spaces have their words right before it.
    const previous = [...said.slice(Math.max(0, index - 2), index)].at(-1) ?? "";
    if (LETTER.test(previous) && !UNSPACED.test(previous)) continue;
    const rest = said.slice(index + 1);
    const longest = known.find(({ name }) => rest.startsWith(name) && endsThere(rest, name));
    if (!longest) continue;
    for (const { id, name } of known) if (name === longest.name) found.add(id);
  }
  return found;
}

const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

function endsThere(rest: string, name: string): boolean {
  const next = [...rest.slice(name.length, name.length + 2)][0];
  return next === undefined || !LETTER.test(next) || UNSPACED.test(next) || UNSPACED.test([...name].at(-1)!);
}

const LONGEST_SENTENCE = 200;
const sentencesIn = new Intl.Segmenter(undefined, { granularity: "sentence" });

/** The sentence of a text that names a person, as far as a message has room. */
export function sentenceNaming(text: string, people: readonly Named[], personId: string): string {
  const isNaming = (part: string) => mentionedIn(part, people).has(personId);
  const line = text.split("\n").find((part) => /[@＠]/.test(part) && isNaming(part)) ?? "";
  const sentences = Array.from(sentencesIn.segment(line), ({ segment }) => segment.trim());
  // A name with a full stop in it ends a sentence.
  const sentence = sentences.find(isNaming) ?? line;
  if (sentence.length <= LONGEST_SENTENCE) return sentence;
  const sign = Array.from(sentence.matchAll(/[@＠]/g), ({ index }) => index).find((index) =>
    isNaming(sentence.slice(index)),
  );
  const from = Math.max(0, Math.min((sign ?? 0) - 60, sentence.length - LONGEST_SENTENCE + 1));
  if (from === 0) return `${sentence.slice(0, LONGEST_SENTENCE - 1).toWellFormed()}…`;
  const words = sentence.slice(from, from + LONGEST_SENTENCE - 2).toWellFormed();
  return `…${words}${from + LONGEST_SENTENCE - 2 < sentence.length ? "…" : ""}`;
}
