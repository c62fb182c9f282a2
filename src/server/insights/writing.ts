import { setImmediate } from "node:timers/promises";
import type { Writing } from "#contract/analytics.ts";
import { folded } from "#contract/shared/fold-diacritics.ts";
import { forEachWord } from "#document/text/words.ts";
import { isLanguage, type ToldLanguage } from "#seo/language/function-words.ts";
import { readingEase } from "#seo/language/reading-ease.ts";
import { sentencesOf } from "#seo/language/sentences.ts";
import { syllablesOf } from "#seo/language/syllables.ts";
import type { Database } from "../db/client.ts";
import { languagesOf } from "./paragraph-languages.ts";
import type { Period } from "./period.ts";

/** The notes that most words came into; of a long one its beginning says enough of how somebody writes. */
const MOST_NOTES = 50;
const MOST_LETTERS = 10_000;
/** Letters from which a word counts as long (Björnsson's LIX). */
const LONG = 7;
/** A name in other letters and a line that is in no language say nothing of how somebody writes. */
const LEAST_SHARE = 0.03;

const SCRIPTS = ["Latin", "Cyrillic", "Greek", "Arabic", "Hebrew", "Devanagari", "Hangul", "Thai"] as const;
const PATTERNS = SCRIPTS.map((script) => [script, new RegExp(String.raw`\p{sc=${script}}`, "u")] as const);
const CHINESE_OR_JAPANESE = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]/u;
const EDGES = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;

type NoteText = { noteId: string; title: string; text: string };
type Counted = {
  language: ToldLanguage | null;
  system: string;
  words: number;
  long: number;
  sentences: number;
  syllables: number;
  vocabulary: Set<string>;
  /** Words by note. */
  notes: Map<NoteText, number>;
};

/** How somebody writes, by language; where none is told, by the writing system that words are made of. */
export async function readWriting(
  db: Database,
  userId: string,
  { from, to }: Period,
): Promise<{ notes: number; writings: Writing[] }> {
  const notes = await db.queryAs<NoteText>(userId, TEXTS, [userId, from, to], "insights-writing");
  const counted = new Map<string, Counted>();
  for (const note of notes) {
    count(note, counted);
    // Others are answered between two notes.
    await setImmediate();
  }
  const found = [...counted.values()].toSorted((one, other) => other.words - one.words);
  const least = LEAST_SHARE * found.reduce((sum, { words }) => sum + words, 0);
  return { notes: notes.length, writings: found.filter(({ words }) => words >= least).map(toWriting) };
}

function toWriting({
  language,
  system,
  words,
  long,
  sentences,
  syllables,
  vocabulary,
  notes,
}: Counted): Writing {
  const wordsASentence = words / Math.max(sentences, 1);
  const ease = isLanguage(language) ? readingEase(language, { words, sentences, syllables }) : null;
  // Long words are those of alphabets.
  const hasLongWords = system !== "Han" && system !== "Hangul" && system !== "Thai";
  return {
    language,
    system,
    words,
    vocabulary: vocabulary.size,
    wordsASentence: Math.round(wordsASentence * 10) / 10,
    readingEase: ease,
    readability: ease === null && hasLongWords ? Math.round(wordsASentence + (100 * long) / words) : null,
    notes: Array.from(notes, ([{ noteId, title }, inNote]) => ({ noteId, title, words: inNote })).toSorted(
      (one, other) => other.words - one.words,
    ),
  };
}

function count(note: NoteText, counted: Map<string, Counted>): void {
  const paragraphs = note.text.split("\n").map((paragraph) => sentencesOf(paragraph).map(wordsIn));
  const languages = languagesOf(
    paragraphs.map((sentences) =>
      sentences.flat().flatMap(({ word, system }) => (system === "Latin" ? [word] : [])),
    ),
  );
  for (const [at, sentences] of paragraphs.entries())
    for (const words of sentences) countSentence(words, languages[at] ?? null, { note, counted });
}

type Word = { word: string; letters: number; system: string };

function countSentence(
  words: readonly Word[],
  spoken: ToldLanguage | null,
  { note, counted }: { note: NoteText; counted: Map<string, Counted> },
): void {
  for (const [system, ofSystem] of Map.groupBy(words, (word) => word.system)) {
    const language = system === "Latin" ? spoken : null;
    const known = counted.get(language ?? system) ?? {
      ...{ language, system, words: 0, long: 0, sentences: 0, syllables: 0 },
      ...{ vocabulary: new Set<string>(), notes: new Map<NoteText, number>() },
    };
    counted.set(language ?? system, known);
    known.sentences += 1;
    known.words += ofSystem.length;
    known.notes.set(note, (known.notes.get(note) ?? 0) + ofSystem.length);
    for (const { word, letters } of ofSystem) {
      known.long += letters >= LONG ? 1 : 0;
      known.syllables += isLanguage(language) ? syllablesOf(word, language) : 0;
      known.vocabulary.add(word);
    }
  }
}

/** Words without the marks around them, folded. Numbers belong to no writing system and are none. */
function wordsIn(sentence: string): Word[] {
  const words: Word[] = [];
  forEachWord(sentence, (token) => {
    const system = systemOf(token);
    if (system)
      words.push({
        word: folded(token.replaceAll(EDGES, "")),
        letters: token.match(/\p{L}/gu)?.length ?? 0,
        system,
      });
  });
  return words;
}

function systemOf(word: string): string | undefined {
  if (CHINESE_OR_JAPANESE.test(word)) return "Han";
  return PATTERNS.find(([, pattern]) => pattern.test(word))?.[0];
}

/** Own notes alone: how guests write says nothing of one's own language, nor what one wrote in theirs of all of it. */
const TEXTS = `SELECT n.id AS "noteId", n.title, left(coalesce(n.human_text, n.text), ${MOST_LETTERS}) AS text FROM (
    SELECT note_id, sum(added) AS added FROM word_days WHERE user_id = $1 AND day BETWEEN $2::date AND $3::date AND origin = 'typed' AND note_id IS NOT NULL
    GROUP BY note_id ORDER BY 2 DESC LIMIT ${MOST_NOTES}
  ) w JOIN notes_v2 n ON n.id = w.note_id AND n.user_id = $1 AND n.trashed_at IS NULL ORDER BY w.added DESC`;
