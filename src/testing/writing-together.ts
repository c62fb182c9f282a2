import { yXmlFragmentToProseMirrorRootNode } from "@tiptap/y-tiptap";
import { FRAGMENT } from "#document/schema-version.ts";
import { schema } from "#document/schema.ts";
import { keys, openPage, paragraph, seedOf, type TrialPage } from "./page-trial.ts";
import { randomFrom } from "./random.ts";
import { connect } from "./trial-line.ts";

/** Each person writes in letters of their own, so that what became of a sentence can be read from the text. */
const SENTENCES = [
  "the quick brown fox jumps",
  "тихая ночь над рекой спит",
  "ένα δύο τρία τέσσερα πέντε",
  "שלום עולם טוב מאוד היום",
];
const lettersOf = (sentence: string, shown: string) =>
  [...shown].filter((letter) => sentence.replaceAll(" ", "").includes(letter)).join("");

const LATENCIES = [0, 5, 30, 120, 500];

type Random = () => number;
const pick = <T>(random: Random, from: readonly T[]): T => from[Math.floor(random() * from.length)]!;

/** What one does to a text in which others are writing. */
export const DISTURBANCES: Record<string, (page: TrialPage, random: Random) => void> = {
  breakLine(page, random) {
    const { doc } = page.state();
    const at = Math.floor(random() * doc.content.size);
    if (doc.resolve(at).parent.isTextblock) page.dispatch(({ tr }) => tr.split(at));
  },
  join(page, random) {
    const { doc } = page.state();
    const index = 1 + Math.floor(random() * (doc.childCount - 1));
    if (index >= doc.childCount) return;
    let at = 0;
    for (let i = 0; i < index; i++) at += doc.child(i).nodeSize;
    page.dispatch(({ tr }) => tr.join(at));
  },
  turn(page, random) {
    const { doc } = page.state();
    const at = Math.floor(random() * doc.content.size);
    const type = schema.nodes[pick(random, ["heading", "paragraph"])]!;
    page.dispatch(({ tr }) => tr.setBlockType(at, at, type));
  },
  move(page, random) {
    const { doc } = page.state();
    const block = doc.firstChild!;
    if (doc.childCount < 2) return;
    page.dispatch(({ tr }) =>
      random() < 0.5
        ? tr.insert(doc.content.size, block).delete(0, block.nodeSize)
        : tr.delete(doc.content.size - doc.lastChild!.nodeSize, doc.content.size).insert(0, doc.lastChild!),
    );
  },
  bold(page, random) {
    const { doc } = page.state();
    const [a, b] = [random(), random()].map((part) => Math.floor(part * doc.content.size));
    page.dispatch(({ tr }) => tr.addMark(Math.min(a!, b!), Math.max(a!, b!), schema.marks["bold"]!.create()));
  },
};

export function trial(
  seed: number,
  disturbances: readonly (keyof typeof DISTURBANCES)[],
  times = 1,
): string[] {
  const random = randomFrom(seed);
  const count = 2 + Math.floor(random() * 3);
  const start = seedOf([paragraph("ALPHA BETA GAMMA"), paragraph("DELTA EPSILON")]);
  // Those who write, and two who do something else to the text: whoever moves his own caret away breaks his own sentence.
  const pages = Array.from({ length: count + 2 }, (_, index) => openPage(start, 10 + index * 10));
  const [writers, others] = [pages.slice(0, count), pages.slice(count)];
  const latency = pages.map(() => pick(random, LATENCIES));
  const line = connect(
    pages,
    (page) => latency[page]!,
    () => Math.floor(random() * 12),
  );
  const plan = writers.flatMap((page, index) => {
    const begin = Math.floor(random() * 200);
    page.caretAt(pick(random, ["ALPHA", "BETA", "GAMMA", "DELTA"]), pick(random, [-1, 1]));
    return keys(page, SENTENCES[index]!, begin, 25 + Math.floor(random() * 120));
  });
  if (disturbances.length > 0)
    for (let left = times; left > 0; left--) {
      const page = pick(random, others);
      const kind = pick(random, disturbances);
      plan.push({ at: Math.floor(random() * 3_000), run: () => DISTURBANCES[kind]!(page, random) });
    }
  line.run(plan);
  return faults(pages, writers.length);
}

function faults(pages: TrialPage[], writers: number): string[] {
  const found: string[] = [];
  const shown = pages.map((page) => page.text());
  if (new Set(shown).size > 1) found.push(`differ: ${shown.join(" | ")}`);
  for (const page of pages) {
    const shared = yXmlFragmentToProseMirrorRootNode(page.doc.getXmlFragment(FRAGMENT), schema);
    if (!shared.eq(page.state().doc)) found.push(`shows ${page.text()} for ${shared.textContent}`);
  }
  for (let index = 0; index < writers; index++) {
    const sentence = SENTENCES[index]!.replaceAll(" ", "");
    const is = lettersOf(sentence, shown[0]!);
    if (is !== sentence) found.push(`${is} instead of ${sentence} in ${shown[0]}`);
  }
  for (const word of ["ALPHA", "BETA", "GAMMA", "DELTA", "EPSILON"]) {
    const letters = shown[0]!.replaceAll(/[^A-Z]/g, "");
    if (letters.split(word).length !== 2) found.push(`${word} in ${shown[0]}`);
  }
  return found;
}
