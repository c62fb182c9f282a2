import { yXmlFragmentToProseMirrorRootNode } from "@tiptap/y-tiptap";
import { canJoin, liftTarget } from "@tiptap/pm/transform";
import { createBlockId } from "#document/block-id.ts";
import { FRAGMENT } from "#document/schema-version.ts";
import { schema } from "#document/schema.ts";
import { keys, openPage, paragraph, seedOf, type TrialPage } from "./page-trial.ts";
import { randomFrom } from "../random.ts";
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
    const $at = doc.resolve(at);
    if (!$at.parent.isTextblock) return;
    // A break in a code block is a letter; in a list it makes an item.
    const isItem = $at.depth > 1 && $at.node(-1).type.name.endsWith("Item");
    page.dispatch(({ tr }) =>
      $at.parent.type.spec.code ? tr.insertText("\n", at) : tr.split(at, isItem ? 2 : 1),
    );
  },
  /** Between words that nobody is writing: what is moved afterwards has whole sentences. */
  breakBesideWord(page, random) {
    const { doc } = page.state();
    const places: number[] = [];
    doc.descendants((textblock, pos) => {
      for (const { index } of textblock.isTextblock ? textblock.textContent.matchAll(/\b[A-Z]/g) : [])
        places.push(pos + 1 + index);
    });
    if (places.length > 0) page.dispatch(({ tr }) => tr.split(pick(random, places)));
  },
  join(page, random) {
    const { doc } = page.state();
    const index = 1 + Math.floor(random() * (doc.childCount - 1));
    if (index >= doc.childCount) return;
    let at = 0;
    for (let i = 0; i < index; i++) at += doc.child(i).nodeSize;
    if (canJoin(doc, at)) page.dispatch(({ tr }) => tr.join(at));
  },
  turn(page, random) {
    const { doc } = page.state();
    const at = Math.floor(random() * doc.content.size);
    const type = schema.nodes[pick(random, ["heading", "paragraph"])]!;
    page.dispatch(({ tr }) => tr.setBlockType(at, at, type));
  },
  /** As the heading keys do in a list or quote: the line leaves it. */
  turnAndLift(page, random) {
    const { doc } = page.state();
    const $at = doc.resolve(Math.floor(random() * doc.content.size));
    const range = $at.parent.isTextblock ? $at.blockRange() : null;
    if (!range) return;
    const target = liftTarget(range);
    page.dispatch(({ tr }) => {
      if (target !== null) tr.lift(range, target);
      const at = tr.mapping.map($at.pos);
      return tr.setBlockType(at, at, schema.nodes["heading"]!);
    });
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

const node = (type: string, ...children: ReturnType<typeof schema.node>[]) =>
  schema.node(type, /^table./.test(type) ? null : { id: createBlockId() }, children);

const listOf = (list: string, item: string) =>
  node(list, node(item, paragraph("ALPHA BETA GAMMA")), node(item, paragraph("DELTA EPSILON")));

const textblock = (type: string, words: string) =>
  schema.node(type, { id: createBlockId() }, schema.text(words));

const row = (...words: string[]) =>
  node("tableRow", ...words.map((one) => node("tableCell", paragraph(one))));

/** Where they write: most of them in the block that says ALPHA BETA GAMMA. */
export const PLACES: Record<string, () => ReturnType<typeof schema.node>[]> = {
  paragraphs: () => [paragraph("ALPHA BETA GAMMA"), paragraph("DELTA EPSILON")],
  headings: () => [textblock("heading", "ALPHA BETA GAMMA"), textblock("heading", "DELTA EPSILON")],
  "a code block": () => [textblock("codeBlock", "ALPHA BETA GAMMA"), paragraph("DELTA EPSILON")],
  "a list": () => [listOf("bulletList", "listItem")],
  "a checklist": () => [listOf("taskList", "taskItem")],
  "a quote": () => [node("blockquote", paragraph("ALPHA BETA GAMMA"), paragraph("DELTA EPSILON"))],
  "formatted text": () => [
    schema.node("paragraph", { id: createBlockId() }, [
      schema.text("ALP"),
      schema.text("HA BE", [schema.marks["bold"]!.create()]),
      schema.text("TA "),
      schema.text("GAMMA", [schema.marks["italic"]!.create()]),
    ]),
    paragraph("DELTA EPSILON"),
  ],
  /** As an import or an older program may leave them: each page gives them ids of its own. */
  "blocks without ids": () => [
    schema.node("table", null, [row("ALPHA BETA GAMMA", "1"), row("DELTA EPSILON", "2")]),
    schema.node("paragraph", null, schema.text("3")),
  ],
  "a table": () => [node("table", row("ALPHA BETA GAMMA", "1"), row("DELTA EPSILON", "2"))],
};

export function trial(
  seed: number,
  disturbances: readonly (keyof typeof DISTURBANCES)[],
  { times = 1, place = "paragraphs" }: { times?: number; place?: keyof typeof PLACES } = {},
): string[] {
  const random = randomFrom(seed);
  const count = 2 + Math.floor(random() * 3);
  const start = seedOf(PLACES[place]!());
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
