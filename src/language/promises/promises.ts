import { readEnglish } from "./english.ts";
import { readGerman } from "./german.ts";
import { promiseDue } from "./promise-due.ts";
import { sentencesOf } from "./sentences.ts";
import { whomIn, type Whom } from "./whom.ts";

/** What somebody promised, or owes, by the words of a sentence. */
export type Promised = Whom & {
  sentence: string;
  /** Who is to do it; null is whoever writes. */
  from: string | null;
  /** As a task would be called. */
  what: string;
  /** YYYY-MM-DD of the writer's calendar. */
  due: string | null;
};

/** Whether anybody promises anything in a text; quicker than to find out what, and asked before a body is read. */
export const mayPromise = (text: string): boolean =>
  sentencesOf(text).some((sentence) => readEnglish(sentence) ?? readGerman(sentence));

/**
 * The sentences of a text in which somebody promises something, by grammar alone, in English and German.
 * @param now What the user's clock showed when it was written, as if it were UTC; see `clockOf`.
 */
export function promisesIn(text: string, now: Date): Promised[] {
  return sentencesOf(text).flatMap((sentence) => {
    const english = readEnglish(sentence);
    const reading = english ?? readGerman(sentence);
    if (!reading) return [];
    const { from, what, rest } = reading;
    return [{ sentence, from, ...whomIn(rest), what, due: promiseDue(sentence, !english, now) }];
  });
}
