/** Where a query's letters were found in a text, and how well they fit. */
export type Fit = { score: number; marks: [from: number, to: number][] };

/** Letters without their accents, one for one, so that places stay the same. */
const plain = (text: string) =>
  Array.from(text, (letter) => {
    const bare = letter.normalize("NFD")[0]!.toLowerCase();
    return bare.length === letter.length ? bare : letter;
  }).join("");

const isStart = (text: string, at: number) => at === 0 || /[^\p{L}\p{N}]/u.test(text[at - 1]!);

/** One word of the query: at the start of a word, inside one, or as letters that lie close together. */
function fitWord(word: string, text: string): Fit | null {
  let inside = -1;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (isStart(text, at))
      return { score: 100 - Math.min(at, 30) + (at === 0 ? 20 : 0), marks: [[at, at + word.length]] };
    if (inside < 0) inside = at;
  }
  if (inside >= 0) return { score: 60 - Math.min(inside, 30), marks: [[inside, inside + word.length]] };
  return word.length < 2 ? null : fitLetters(word, text);
}

function nextStart(text: string, from: number): number {
  let at = from;
  while (at < text.length && !(isStart(text, at) && /[\p{L}\p{N}]/u.test(text[at]!))) at += 1;
  return at;
}

/** "nwn" in "New note": begins at a word and loses points for every gap. */
function fitLetters(word: string, text: string): Fit | null {
  let best: Fit | null = null;
  for (let start = 0; start < text.length; start++) {
    if (text[start] !== word[0] || !isStart(text, start)) continue;
    const marks: Fit["marks"] = [];
    let at = start;
    let gaps = 0;
    for (const letter of word) {
      const found = text.indexOf(letter, at);
      if (found < 0) {
        gaps = Infinity;
        break;
      }
      // A gap up to the next word is how initials are typed.
      if (found > at) gaps += found === nextStart(text, at) ? 1 : found - at;
      const last = marks.at(-1);
      if (last && last[1] === found) last[1] = found + 1;
      else marks.push([found, found + 1]);
      at = found + 1;
    }
    const score = 40 - gaps * 4;
    if (score > 0 && (!best || score > best.score)) best = { score, marks };
  }
  return best;
}

/** How well a title fits a query, every word of which must be found in it or in the further words; null if not. */
export function fit(query: string, title: string, keywords = ""): Fit | null {
  const words = plain(query).split(/\s+/).filter(Boolean);
  const text = plain(title);
  const others = plain(keywords);
  let score = 0;
  const marks: Fit["marks"] = [];
  for (const word of words) {
    const found = fitWord(word, text);
    const other = !found || found.score < 50 ? fitWord(word, others) : null;
    if (other && other.score >= 60) score += other.score / 2;
    else if (found) {
      score += found.score;
      marks.push(...found.marks);
    } else return null;
  }
  const mean = words.length > 0 ? score / words.length : 0;
  return { score: mean - Math.min(title.length, 60) / 20, marks: merged(marks) };
}

function merged(marks: Fit["marks"]): Fit["marks"] {
  const sorted = marks.toSorted((a, b) => a[0] - b[0]);
  const whole: Fit["marks"] = [];
  for (const [from, to] of sorted) {
    const last = whole.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else whole.push([from, to]);
  }
  return whole;
}

/** The candidates that fit, best first; equals keep their order. */
export function ranked<Item extends { title: string; keywords?: string | undefined }>(
  query: string,
  items: Item[],
  limit: number,
): { item: Item; marks: Fit["marks"] }[] {
  return items
    .flatMap((item) => {
      const found = fit(query, item.title, item.keywords);
      return found ? [{ item, marks: found.marks, score: found.score }] : [];
    })
    .sort((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ item, marks }) => ({ item, marks }));
}
