import { setImmediate } from "node:timers/promises";
import type { WritingSystem } from "#contract/analytics.ts";
import { forEachWord } from "#document/text/words.ts";
import type { Database } from "../db/client.ts";
import type { Period } from "./period.ts";

/** The notes that most words came into; of a long one its beginning says enough of how somebody writes. */
const MOST_NOTES = 50;
const MOST_LETTERS = 10_000;
/** Letters from which a word counts as long (Björnsson's LIX). */
const LONG = 7;

const SCRIPTS = ["Latin", "Cyrillic", "Greek", "Arabic", "Hebrew", "Devanagari", "Hangul", "Thai"] as const;
const PATTERNS = SCRIPTS.map((script) => [script, new RegExp(String.raw`\p{sc=${script}}`, "u")] as const);
const CHINESE_OR_JAPANESE = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]/u;
const SENTENCE = /[^.!?…。！？।؟\n]*[\p{L}\p{N}][^.!?…。！？।؟\n]*/gu;

type Counted = { words: number; long: number; sentences: number; vocabulary: Set<string> };

/** How somebody writes, by writing system: what a word is made of tells it, a language could only be guessed. */
export async function languageOf(
  db: Database,
  userId: string,
  { from, to }: Period,
): Promise<{ notes: number; systems: WritingSystem[] }> {
  const rows = await db.queryAs<{ text: string }>(userId, TEXTS, [userId, from, to], "insights-language");
  const counted = new Map<string, Counted>();
  for (const { text } of rows) {
    count(text, counted);
    // Others are answered between two notes.
    await setImmediate();
  }
  const systems = Array.from(counted, ([system, found]) => toSystem(system, found));
  return { notes: rows.length, systems: systems.toSorted((one, other) => other.words - one.words) };
}

function toSystem(system: string, { words, long, sentences, vocabulary }: Counted): WritingSystem {
  const wordsASentence = Math.round((words / Math.max(sentences, 1)) * 10) / 10;
  // Long words are those of alphabets.
  const hasLongWords = system !== "Han" && system !== "Hangul" && system !== "Thai";
  return {
    system,
    words,
    vocabulary: vocabulary.size,
    wordsASentence,
    readability: hasLongWords ? Math.round(words / Math.max(sentences, 1) + (100 * long) / words) : null,
  };
}

function count(text: string, counted: Map<string, Counted>): void {
  for (const [sentence] of text.matchAll(SENTENCE)) {
    const inSentence = new Set<string>();
    forEachWord(sentence, (word) => {
      const system = systemOf(word);
      if (!system) return;
      const known = counted.get(system) ?? { words: 0, long: 0, sentences: 0, vocabulary: new Set() };
      counted.set(system, known);
      const letters = word.match(/\p{L}/gu)?.length ?? 0;
      known.words += 1;
      known.long += letters >= LONG ? 1 : 0;
      known.sentences += inSentence.has(system) ? 0 : 1;
      known.vocabulary.add(word.toLowerCase().replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ""));
      inSentence.add(system);
    });
  }
}

/** Numbers belong to none. */
function systemOf(word: string): string | undefined {
  if (CHINESE_OR_JAPANESE.test(word)) return "Han";
  return PATTERNS.find(([, pattern]) => pattern.test(word))?.[0];
}

/** Own notes alone: how guests write says nothing of one's own language, nor what one wrote in theirs of all of it. */
const TEXTS = `SELECT left(coalesce(n.human_text, n.text), ${MOST_LETTERS}) AS text FROM (
    SELECT note_id, sum(added) AS added FROM word_days WHERE user_id = $1 AND day BETWEEN $2::date AND $3::date AND origin = 'typed' AND note_id IS NOT NULL
    GROUP BY note_id ORDER BY 2 DESC LIMIT ${MOST_NOTES}
  ) w JOIN notes_v2 n ON n.id = w.note_id AND n.user_id = $1 AND n.trashed_at IS NULL ORDER BY w.added DESC`;
