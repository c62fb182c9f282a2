import { randomFrom } from "#testing/random.ts";

const VOCABULARY = 60_000;
const NOTE_CHARACTERS = 2_100;
/** Every twelfth word of the vocabulary is Cyrillic, every twentieth Japanese. */
const SCRIPTS = [
  { every: 12, letters: "абвгдежзиклмнопрстуфхцчшы" },
  { every: 20, letters: "あいうえおかきくけこさしすせそたちつてと" },
];
const ONSETS = "b br c ch cl d dr f fl g gr h j k l m n p pl pr qu r s sh st t th tr v w y z".split(" ");
const NUCLEI = "a e i o u ai ea io ou".split(" ");
/** Nearly three hundred, so that a word's trigrams are about as telling as those of written words. */
const LATIN = ONSETS.flatMap((onset) => NUCLEI.map((nucleus) => onset + nucleus));

/** Words by rank; the frequency of rank r falls as 1/r (Zipf), as in written language. */
export function createVocabulary(seed: number): string[] {
  const random = randomFrom(seed);
  const words = new Set<string>();
  while (words.size < VOCABULARY) words.add(makeWord(words.size, random));
  return [...words];
}

function makeWord(rank: number, random: () => number): string {
  const pick = <T>(from: ArrayLike<T>) => from[Math.floor(random() * from.length)]!;
  const script = SCRIPTS.find(({ every }) => rank % every === every - 1);
  // Frequent words are short, rare ones long.
  const length = 1 + Math.floor(Math.log10(rank + 1) / 2 + random() * 3);
  const syllables = Array.from({ length: script ? length + 2 : length + 1 }, () =>
    pick(script ? script.letters : LATIN),
  );
  return syllables.join("");
}

/** Draws words by Zipf's law: a binary search in the summed frequencies. */
export function createWriter(vocabulary: string[], seed: number) {
  const random = randomFrom(seed);
  const sums = new Float64Array(vocabulary.length);
  let sum = 0;
  for (let rank = 0; rank < sums.length; rank++) sums[rank] = sum += 1 / (rank + 1);
  const word = () => {
    const target = random() * sum;
    let low = 0;
    let high = sums.length - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (sums[middle]! < target) low = middle + 1;
      else high = middle;
    }
    return vocabulary[low]!;
  };
  const words = (count: number) => Array.from({ length: count }, word);
  return {
    /** So many words in paragraphs, the last word of all being "the-end". */
    words: (count: number) => {
      const paragraphs: string[] = [];
      for (let left = count; left > 0; left -= 80) paragraphs.push(words(Math.min(80, left)).join(" "));
      return `${paragraphs.join("\n\n")} the-end`;
    },
    title: () => words(3 + Math.floor(random() * 5)).join(" "),
    /** Paragraphs of sentences, at least 2 KB. */
    body: () => {
      const paragraphs: string[] = [];
      for (let size = 0; size < NOTE_CHARACTERS; size += paragraphs.at(-1)!.length)
        paragraphs.push(`${words(40 + Math.floor(random() * 60)).join(" ")}.`);
      return paragraphs.join("\n\n");
    },
  };
}

/** As people write them: Markdown with a heading, a list, checkboxes and links, in a folder, with tags. */
export function newNote({ folders }: { folders: string[] }, writer: ReturnType<typeof createWriter>) {
  const [first = "", ...rest] = writer.body().split("\n\n");
  const text = [
    `## ${writer.title()}`,
    first,
    `- ${writer.title()}\n- [${writer.title()}](https://example.com/${writer.title().replaceAll(" ", "-")})`,
    `- [ ] ${writer.title()}\n- [x] ${writer.title()}`,
    ...rest,
    `See [[${writer.title()}]].`,
  ].join("\n\n");
  return {
    title: writer.title(),
    tags: writer.title().split(" ").slice(0, 2),
    folderId: folders[text.length % folders.length]!,
    body: { format: "markdown" as const, text },
  };
}
