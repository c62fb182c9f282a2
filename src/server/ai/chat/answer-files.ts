import { type FilePassage, passagesOfFiles } from "../../retrieval/passages-of-files.ts";
import type { ReadFile } from "../../retrieval/files-within-reach.ts";
import { tellingWords } from "../../notes/some-words/telling-words.ts";
import { answerKindOf } from "../answers/answer-kind.ts";
import { AnswerText, bold, type PlainAnswer } from "../answers/answer-text.ts";
import { escapeMarkdown } from "../answers/escape-markdown.ts";
import { type Answering, answering, compare, isAnswer } from "../answers/rank-answers.ts";

const MOST_PASSAGES = 5;
/** Of the best: what has less than this of it says something else. */
const LEAST_OF_BEST = 0.55;
/** Of a file in which nothing answers, in characters. */
const BEGINNING = 400;

/** What the files of a question say about it, quoted as notes are; null where nothing in them has its words. */
export function answerFromFiles(files: readonly ReadFile[], asked: string): PlainAnswer | null {
  const passages = passagesOfFiles(files);
  const weights = new Map(tellingWords(asked).map((word): [string, number] => [word, 1]));
  const compared = compare(asked, weights, {
    kind: answerKindOf(asked),
    passages: passages.map((passage) => ({ ...passage, noteId: passage.fileId ?? "", heading: "" })),
  });
  // What the file is called says nothing: it was attached to be asked about.
  const answers = passages
    .map((passage) => ({ ...answering({ ...passage, title: "" }, compared), passage }))
    .filter((each) => each.score > 0 && isAnswer(each, compared))
    .toSorted((one, other) => other.score - one.score);
  const least = (answers[0]?.score ?? 0) * LEAST_OF_BEST;
  const best = answers.filter(({ score }) => score >= least).slice(0, MOST_PASSAGES);
  return best.length === 0 ? null : quoted(best);
}

/** How each file begins, where nothing in it answers. */
export function beginningsOf(files: readonly ReadFile[]): PlainAnswer {
  const answer = new AnswerText();
  const first = files.flatMap((file) => passagesOfFiles([file]).slice(0, 1));
  if (first.length === 0) return answer.add("No words were found in these files.").done();
  answer.add("Nothing in the files has the words of the question. So they begin:");
  for (const passage of first) {
    const words = passage.text.length > BEGINNING ? `${passage.text.slice(0, BEGINNING)}…` : passage.text;
    answer.add(`${bold(passage.title)}\n\n> ${lineOf(words.toWellFormed())} ${answer.cite(passage)}`);
  }
  return answer.done();
}

function quoted(best: readonly Answering<FilePassage>[]): PlainAnswer {
  const answer = new AnswerText();
  for (const [, of] of Map.groupBy(best, ({ passage }) => passage.fileId)) {
    const quotes = of.map(({ passage, sentences }) => {
      const words = (sentences.length > 0 ? sentences : [passage.text]).join(" ");
      return `> ${lineOf(words)} ${answer.cite(passage)}`;
    });
    answer.add(`${bold(of[0]!.passage.title)}\n\n${quotes.join("\n>\n")}`);
  }
  return answer.done();
}

const lineOf = (words: string): string => escapeMarkdown(words.replaceAll(/\s+/g, " ").trim());
