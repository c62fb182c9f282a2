import * as Y from "yjs";
import { FRAGMENT } from "#document/schema-version.ts";
import { forEachWord } from "#document/text/words.ts";
import { blockTexts } from "#document/yjs/block-text.ts";
import { applyParts } from "../load-note.ts";
import { addTo, merge, sumOf, type Tally, wordKey } from "./tally.ts";
import type { WordOrigin } from "#contract/shared/word-origins.ts";

/** Who made a change of the log, on which day of their own calendar, and by what. */
export type Writer = { actorId: string; day: string; origin: WordOrigin };
/** The same, in one hour of that day. */
export type HourWriter = Writer & { hour: number };
export type LoggedChange = HourWriter & { minute: number; payload: Uint8Array };
/** What came and went by one writer in an hour; `minutes` has a bit for each minute in which they changed something by hand. */
export type Written = HourWriter & { tally: Tally; minutes: bigint };

/** Fewer words that come at once may have been typed: by a fast hand, an input method, an undo. */
const PASTED_FROM = 20;
/** Counting words is a service: of a log that takes longer, the rest is one change of whoever made most of it. */
const COUNTING_MS = 2_000;

/**
 * Applies further changes to a document and tells what words came and went by each writer: the sum over their changes of what the text
 * had after and before, so that it does not matter how often this is called on the way. A word that only moved did neither.
 */
export function countWritten(doc: Y.Doc, changes: readonly LoggedChange[]): Written[] {
  if (changes.length === 0) return [];
  const text = new WordsOfBlocks(doc.getXmlFragment(FRAGMENT));
  const until = performance.now() + COUNTING_MS;
  const byWriter = minutesOf(changes);
  for (const run of runsOf(changes)) {
    // What is left is one run: see COUNTING_MS.
    const isLate = performance.now() > until;
    const rest = isLate ? changes.slice(changes.indexOf(run[0]!)) : run;
    applyParts(
      doc,
      rest.map(({ payload }) => payload),
      () => {},
    );
    const { people, models } = text.takeChange();
    const { origin, ...writer } = isLate ? mostOf(rest) : run[0]!;
    if (origin === "paste") giveBackAll(byWriter, writer, people);
    const isTyped = origin === "paste" && sumOf(people).added < PASTED_FROM;
    add(byWriter, { ...writer, origin: isTyped ? "typed" : origin }, people);
    // A suggestion that was accepted comes as what is typed does; its text says who wrote it.
    add(byWriter, { ...writer, origin: isByHand(origin) ? "ai" : origin }, models);
    if (isLate) break;
  }
  return [...byWriter.values()].filter(({ tally, minutes }) => tally.size > 0 || minutes > 0n);
}

const isByHand = (origin: WordOrigin): boolean => origin === "typed" || origin === "paste";

/** When people were at it, whether or not words came of it. */
function minutesOf(changes: readonly LoggedChange[]): Map<string, Written> {
  const byWriter = new Map<string, Written>();
  for (const change of changes) {
    if (!isByHand(change.origin)) continue;
    const written = writtenBy(byWriter, { ...change, origin: "typed" });
    written.minutes |= 1n << BigInt(change.minute);
  }
  return byWriter;
}

function writtenBy(byWriter: Map<string, Written>, { actorId, day, hour, origin }: HourWriter): Written {
  const key = hourKeyOf({ actorId, day, hour, origin });
  const known = byWriter.get(key) ?? { actorId, day, hour, origin, tally: new Map(), minutes: 0n };
  byWriter.set(key, known);
  return known;
}

function add(byWriter: Map<string, Written>, writer: HourWriter, tally: Tally): void {
  merge(writtenBy(byWriter, writer).tally, tally);
}

/** Words are given back to whichever hour of the day they were cut in, the latest first. */
function giveBackAll(
  byWriter: Map<string, Written>,
  { actorId, day }: Omit<HourWriter, "origin">,
  pasted: Tally,
): void {
  const typed = keyOf({ actorId, day, origin: "typed" });
  for (const written of [...byWriter.values()].toReversed())
    if (keyOf(written) === typed) giveBack(written.tally, pasted);
}

/** Words that were cut and come back, by a paste or an undo, are as if they had stayed. */
function giveBack(typed: Tally, pasted: Tally): void {
  for (const [word, count] of [...pasted]) {
    const back = Math.min(count, -(typed.get(word) ?? 0));
    if (back <= 0) continue;
    addTo(typed, word, back);
    addTo(pasted, word, -back);
  }
}

export const keyOf = ({ actorId, day, origin }: Writer): string => `${actorId} ${day} ${origin}`;
const hourKeyOf = (writer: HourWriter): string => `${keyOf(writer)} ${writer.hour}`;

/** Neighbours of one writer; pieces that were pasted each for itself. */
function runsOf(changes: readonly LoggedChange[]): LoggedChange[][] {
  const runs: LoggedChange[][] = [];
  for (const change of changes) {
    const last = runs.at(-1);
    if (last && change.origin !== "paste" && hourKeyOf(last[0]!) === hourKeyOf(change)) last.push(change);
    else runs.push([change]);
  }
  return runs;
}

function mostOf(changes: readonly LoggedChange[]): LoggedChange {
  const groups = [...Map.groupBy(changes, hourKeyOf).values()];
  return groups.reduce((most, group) => (group.length > most.length ? group : most))[0]!;
}

type Block = Y.XmlElement | Y.XmlText;
/** What people brought in, and what models wrote. */
type Words = { people: Tally; models: Tally };

const noWords = (): Words => ({ people: new Map(), models: new Map() });

function mergeWords(words: Words, other: Words, times = 1): void {
  merge(words.people, other.people, times);
  merge(words.models, other.models, times);
}

/** The words of a note by block, so that a change costs the blocks it touches and not the whole note. */
class WordsOfBlocks {
  private readonly fragment: Y.XmlFragment;
  private readonly words = new Map<Block, Words>();
  private readonly touched = new Set<Block>();
  private hasOtherBlocks = false;

  constructor(fragment: Y.XmlFragment) {
    this.fragment = fragment;
    for (const block of this.blocks()) this.words.set(block, wordsOf(block));
    fragment.observeDeep((events) => {
      for (const { target } of events) this.touch(target as Y.AbstractType<unknown>);
    });
  }

  /** What came and went since the last time. */
  takeChange(): Words {
    const change = noWords();
    for (const block of this.touched) if (this.words.has(block)) this.read(block, change);
    this.touched.clear();
    if (this.hasOtherBlocks) this.compareBlocks(change);
    this.hasOtherBlocks = false;
    return change;
  }

  private blocks(): Block[] {
    return this.fragment
      .toArray()
      .filter((child) => child instanceof Y.XmlElement || child instanceof Y.XmlText);
  }

  private touch(target: Y.AbstractType<unknown>): void {
    if (target === (this.fragment as Y.AbstractType<unknown>)) this.hasOtherBlocks = true;
    else {
      let block = target;
      while (block.parent && block.parent !== this.fragment) block = block.parent;
      this.touched.add(block as Block);
    }
  }

  private read(block: Block, change: Words): void {
    const now = wordsOf(block);
    mergeWords(change, now);
    mergeWords(change, this.words.get(block) ?? noWords(), -1);
    this.words.set(block, now);
  }

  private compareBlocks(change: Words): void {
    const present = new Set(this.blocks());
    for (const [block, words] of this.words)
      if (!present.has(block)) {
        mergeWords(change, words, -1);
        this.words.delete(block);
      }
    for (const block of present) if (!this.words.has(block)) this.read(block, change);
  }
}

function wordsOf(block: Block): Words {
  const { people, models } = blockTexts(block);
  return { people: tallyOf(people), models: tallyOf(models) };
}

function tallyOf(text: string): Tally {
  const tally: Tally = new Map();
  forEachWord(text, (word) => addTo(tally, wordKey(word), 1));
  return tally;
}
