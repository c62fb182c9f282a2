import { folded } from "#contract/shared/fold-diacritics.ts";
import { wordsIn } from "../../notes/some-words/telling-words.ts";
import type { NotePassage } from "../../retrieval/passages-of-notes.ts";
import { type AnswerKind, fitOf } from "./answer-kind.ts";
import { byStem, countsIn, isOfTopic, type Wanted, weightOf } from "./matched-words.ts";
import { sentencesOf } from "./sentences.ts";

/** A question as passages are compared with it. */
export type Compared = {
  wanted: Wanted;
  /** What all of its words weigh. */
  total: number;
  kind: AnswerKind | null;
  /** Names in it, in small letters: what does not have them answers something else. */
  names: string[];
};

/** A part of a passage that answers: its sentences, and how well. */
export type Answering<Text extends { text: string; title: string }> = {
  passage: Text;
  sentences: string[];
  score: number;
  /** What part of the question's words it has, by what they weigh. */
  coverage: number;
};

const MONTHS_AND_DAYS =
  /^(?:january|february|march|april|may|june|july|august|september|october|november|december|(?:mon|tues|wednes|thurs|fri|satur|sun)day|i|english|german|french)$/;

/** Words with a capital in the midst of an English question; none where most have one. */
export function namesIn(question: string): string[] {
  if (
    !/^[\s"“¿]*(?:what|when|where|who|whom|whose|why|which|how|is|are|was|were|do|does|did|can|could|should|has|have|will)\b/i.test(
      question,
    )
  )
    return [];
  const words = question.replaceAll(/[’']s\b/g, "").match(/[\p{L}\p{N}]+/gu) ?? [];
  const capitals = words.slice(1).filter((word) => /^\p{Lu}/u.test(word));
  if (capitals.length > 2 && capitals.length > words.length / 2) return [];
  return capitals.map(folded).filter((word) => word.length > 1 && !MONTHS_AND_DAYS.test(word));
}

/** Files are compared as notes are. */
type Comparable = Pick<NotePassage, "noteId" | "title" | "heading" | "text">;

/** @param passages of all notes that have words of the question: a word that is in none of them is in no note */
export function compare(
  question: string,
  weights: ReadonlyMap<string, number>,
  { kind, passages }: { kind: AnswerKind | null; passages: readonly Comparable[] },
): Compared {
  const ofTopic = [...weights].filter(([word]) => isOfTopic(word));
  const given = byStem(new Map(ofTopic.length > 0 ? ofTopic : weights));
  const counts = notesOfEach(passages, given);
  const weightOfKnown = (stem: string, weight: number) =>
    counts.of.has(stem) && counts.notes < ALL_READ
      ? rarity(counts.of.get(stem)!)
      : Math.max(weight, LEAST_WEIGHT);
  const known = [...given]
    .filter(([stem]) => counts.of.has(stem))
    .map(([stem, weight]) => weightOfKnown(stem, weight));
  const most = Math.max(0, ...known) || 1;
  const wanted = new Map(
    [...given].map(([stem, weight]) => [
      stem,
      counts.of.has(stem) ? weightOfKnown(stem, weight) : most * UNKNOWN,
    ]),
  );
  return { wanted, total: weightOf(wanted.keys(), wanted), kind, names: namesIn(question) };
}

/** Of so few notes all that have a word were read: how many they are is then known, while the index counts about. */
const ALL_READ = 15;
const MANY_NOTES = 1_000;
const rarity = (notes: number) => Math.log(1 + MANY_NOTES / (notes + 0.5));

/** How many notes were read, and how many of them have each word. */
function notesOfEach(passages: readonly Comparable[], wanted: Wanted) {
  const byNote = Map.groupBy(passages, ({ noteId }) => noteId);
  const of = new Map<string, number>();
  for (const parts of byNote.values()) {
    const text = parts.map(({ title, heading, text: words }) => `${title} ${heading} ${words}`).join(" ");
    for (const stem of countsIn(text, wanted).keys()) of.set(stem, (of.get(stem) ?? 0) + 1);
  }
  return { notes: byNote.size, of };
}

const LEAST_WEIGHT = 0.1;
/** A word that no note has weighs more than the rarest: what is said without it is an answer to something else. */
const UNKNOWN = 1.3;

/** After so often of one word more say little; letters of a passage as long as most; a word of the title beside one of the text. */
const SATURATION = 1.2;
const USUAL_LENGTH = 300;
const OUTSIDE = 0.45;
/** What it counts beside a word that it looks like an answer, and that one sentence has the words. */
const FIT = 0.8;
const DENSE = 0.5;
/** What part of it goes to how many of the words it has. */
const ALL = 0.5;

/** How well a passage answers, and by which of its sentences. */
export function answering<Text extends { text: string; title: string; heading?: string }>(
  passage: Text,
  { wanted, total, kind }: Compared,
): Answering<Text> {
  const counts = countsIn(passage.text, wanted);
  const around = countsIn(`${passage.title} ${passage.heading ?? ""}`, wanted);
  const longer = 0.6 + 0.4 * (passage.text.length / USUAL_LENGTH);
  let score = 0;
  for (const [stem, count] of counts)
    score += ((wanted.get(stem) ?? 0) * count * (1 + SATURATION)) / (count + SATURATION * longer);
  for (const stem of around.keys()) score += (wanted.get(stem) ?? 0) * OUTSIDE;
  const all = new Set([...counts.keys(), ...around.keys()]);
  const coverage = total === 0 ? 0 : weightOf(all, wanted) / total;
  const key = keySentences(passage.text, { wanted, kind });
  const mean = wanted.size === 0 ? 0 : total / wanted.size;
  const isAbout = counts.size > 0 || around.size > 0;
  score += isAbout ? FIT * mean * key.fit + DENSE * key.weight : 0;
  // One word often is less than all of them once.
  return { passage, sentences: key.sentences, score: score * (1 - ALL + ALL * coverage), coverage };
}

/** What begins so says of whom or what in the sentence before. */
const LEANS =
  /^(?:it|its|they|their|them|he|she|his|her|him|this|that|these|those|there|then|but|so|or|and|otherwise|er|sie|es|das|diese[rsn]?|dann|aber|il|elle|ils|elles)\b/i;

/** The sentence of a passage that has most of the words, with what looks like the answer; and its neighbors where it needs them. */
export function keySentences(
  text: string,
  { wanted, kind }: Pick<Compared, "wanted" | "kind">,
): { sentences: string[]; weight: number; fit: number } {
  const sentences = sentencesOf(text);
  const mean = wanted.size === 0 ? 0 : weightOf(wanted.keys(), wanted) / wanted.size;
  const stems = sentences.map((sentence) => new Set(countsIn(sentence, wanted).keys()));
  const fits = sentences.map((sentence) => fitOf(kind, sentence));
  const windows = sentences.map((sentence, to) => {
    const from = to > 0 && LEANS.test(sentence) ? to - 1 : to;
    const weight = weightOf(new Set([...stems[from]!, ...stems[to]!]), wanted);
    // Of two that say the same the shorter one.
    return { from, to, weight, score: weight + FIT * mean * fits[to]! - (to - from) * 0.01 * mean };
  });
  const best = windows.reduce((top, each) => (each.score > top.score ? each : top), windows[0] ?? NONE);
  // Nothing but the title has its words: then all of it may answer.
  if (best.weight === 0) return { sentences, weight: 0, fit: Math.max(0, ...fits) };
  const { from, to } = widened(best, { stems, fits, isFitting: kind !== null });
  return {
    sentences: sentences.slice(from, to + 1),
    weight: best.weight,
    fit: Math.max(...fits.slice(from, to + 1)),
  };
}

const NONE = { from: 0, to: -1, weight: 0, score: 0 };

/** By the sentence that comes next, or before, where that has other words of the question, or what is asked for. */
function widened(
  { from, to }: { from: number; to: number },
  { stems, fits, isFitting }: { stems: ReadonlySet<string>[]; fits: number[]; isFitting: boolean },
): { from: number; to: number } {
  const has = new Set(stems.slice(from, to + 1).flatMap((each) => [...each]));
  const isNew = (at: number) => [...(stems[at] ?? [])].some((stem) => !has.has(stem));
  const isMissing = isFitting && Math.max(...fits.slice(from, to + 1)) < 1;
  if (isNew(to + 1) || (isMissing && (fits[to + 1] ?? 0) > fits[to]!)) return { from, to: to + 1 };
  return isNew(from - 1) ? { from: from - 1, to } : { from, to };
}

const LEAST_COVERAGE = 0.45;

/** Whether a note has every name that is asked for, wherever in it. */
export const hasNames = (
  names: readonly string[],
  passages: readonly NotePassage[],
  beside = "",
): boolean => {
  if (names.length === 0) return true;
  const words = new Set(
    wordsIn(
      [beside, ...passages.map(({ title, heading, text }) => `${title} ${heading} ${text}`)]
        .join(" ")
        .replaceAll(/[’']s\b/g, ""),
    ),
  );
  return names.every((name) => words.has(name));
};

/** Whether it says enough of what is asked: most of the words, or one by which its note is called. */
export const isAnswer = (
  { coverage, passage }: Answering<{ text: string; title: string }>,
  { wanted }: Compared,
): boolean => coverage >= LEAST_COVERAGE || countsIn(passage.title, wanted).size > 0;
