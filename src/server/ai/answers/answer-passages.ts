import type { Collab } from "../../collab/collab.ts";
import type { Database } from "../../db/client.ts";
import { type NotePassage, passagesOfNotes } from "../../retrieval/passages-of-notes.ts";
import { fuse } from "../../retrieval/fuse.ts";
import { gather, notesWith, type Retrieved } from "../../retrieval/retrieve.ts";
import type { Scope } from "../../retrieval/scope.ts";
import { tellingWords } from "../../notes/some-words/telling-words.ts";
import { type AccountClock, momentName } from "./account-clock.ts";
import { answerKindOf } from "./answer-kind.ts";
import { AnswerText, bold, inQuotes, type PlainAnswer } from "./answer-text.ts";
import { escapeMarkdown } from "./escape-markdown.ts";
import { type Answering, answering, compare, type Compared, hasNames, isAnswer } from "./rank-answers.ts";
import { formsOf } from "./word-forms.ts";

type Deps = { db: Database; collab: Pick<Collab, "bodies">; clock: AccountClock };
type Planner = Extract<Retrieved, { kind: "task" | "event" }>;
type Other = Exclude<Retrieved, { kind: "note" }>;

/** Whose passages are compared. */
const MOST_NOTES = 20;
const MOST_PASSAGES = 5;
const MOST_OTHERS = 3;
/** Of the best: what has less than this of it says something else. */
const LEAST_OF_BEST = 0.55;

/** What notes say about a question, the passage that answers it first; and which tasks and events have its words. */
export async function answerByPassages(
  deps: Deps,
  userId: string,
  asked: string,
  scope: Scope,
): Promise<PlainAnswer> {
  const { passages, others, compared } = await comparedWith(deps, userId, asked, scope);
  const rest = await others();
  const notes = bestPassages(passages, compared);
  const beside = rest.flatMap((list) => bestOthers(list, compared));
  const answer = new AnswerText();
  if (notes.length + beside.length === 0) return answer.add(nothingFound(asked, scope)).done();
  addNotes(answer, notes);
  addOthers(answer, beside, deps.clock);
  return answer.done();
}

/** A question, and the passages of the notes that have its words, in whatever form. */
export async function comparedWith(deps: Omit<Deps, "clock">, userId: string, asked: string, scope: Scope) {
  const question = asked.replaceAll(/[’']s\b/g, "");
  const forms = tellingWords(question).flatMap(formsOf);
  // No model is asked: it is their person who reads it.
  const within = { ...scope, reach: "nowhere" } as const;
  const [{ noteIds, weights, others }, inOtherForms] = await Promise.all([
    gather(deps, userId, question, within),
    notesWith(deps.db, userId, forms, within),
  ]);
  const ids = fuse([noteIds, inOtherForms]).slice(0, MOST_NOTES);
  const isOfNotes = scope.kinds?.includes("note") ?? true;
  const passages = isOfNotes ? await passagesOfNotes(deps, userId, ids, within.reach, within.isOfPeople) : [];
  return { passages, others, compared: compare(question, weights, { kind: answerKindOf(asked), passages }) };
}

function bestPassages(passages: readonly NotePassage[], compared: Compared): Answering<NotePassage>[] {
  const byNote = Map.groupBy(passages, ({ noteId }) => noteId);
  const answers = passages
    .filter((passage) => hasNames(compared.names, byNote.get(passage.noteId) ?? []))
    .map((passage) => answering(passage, compared))
    .filter((each) => each.score > 0 && isAnswer(each, compared))
    .toSorted((one, other) => other.score - one.score);
  const least = (answers[0]?.score ?? 0) * LEAST_OF_BEST;
  const covered = (answers[0]?.coverage ?? 0) * LEAST_OF_BEST;
  return answers
    .filter(({ score, coverage }) => score >= least && coverage >= covered)
    .slice(0, MOST_PASSAGES);
}

/** Of a file nothing is known but words around the place; a task or an event has to have most words of the question. */
const bestOthers = (list: readonly Retrieved[], compared: Compared): Answering<Other>[] =>
  list
    .flatMap((each) => (each.kind === "note" ? [] : [each]))
    .filter(({ title, text }) => hasNames(compared.names, [], `${title} ${text}`))
    .map((each) => answering(each as Other, compared))
    .filter(({ coverage }) => coverage > 0.6)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, MOST_OTHERS);

/** Passages of one note stand together under its title, in the order of the best of each. */
export function addNotes(answer: AnswerText, notes: readonly Answering<NotePassage>[]): void {
  for (const [, of] of Map.groupBy(notes, ({ passage }) => passage.noteId)) {
    const quotes = of.map(({ passage, sentences }) => {
      const under = passage.heading === "" ? "" : ` (${escapeMarkdown(passage.heading)})`;
      const words = escapeMarkdown((sentences.length > 0 ? sentences : [passage.text]).join(" "));
      return `> ${words}${under} ${answer.cite({ kind: "note", ...passage })}`;
    });
    answer.add(`${bold(titleOf(of[0]!.passage.title))}\n\n${quotes.join("\n>\n")}`);
  }
}

export const titleOf = (title: string): string => (title.trim() === "" ? "Untitled" : title);

function addOthers(answer: AnswerText, others: readonly Answering<Other>[], clock: AccountClock): void {
  const lines = others.map(({ passage, sentences }) => {
    const said = sentences.join(" ");
    const words = said === "" ? "" : `: ${escapeMarkdown(said)}`;
    if (passage.kind === "file")
      return `- File in ${bold(titleOf(passage.title))}${words} ${answer.cite(passage)}`;
    return `- ${KIND[passage.kind]} ${bold(passage.title)}${whenOf(passage, clock)}${words} ${answer.cite(passage)}`;
  });
  answer.add(lines.join("\n"));
}

const KIND = { task: "Task", event: "Event" };
const whenOf = ({ when, kind, isDone }: Planner, clock: AccountClock) =>
  isDone ? ", done" : when === null ? "" : `, ${kind === "task" ? "due " : ""}${momentName(when, clock)}`;

/** Says so, and which words were looked for. */
export function nothingFound(asked: string, scope: Scope): string {
  const words = tellingWords(asked.replaceAll(/[’']s\b/g, "")).slice(0, 12);
  const where = scope.noteIds
    ? "in this note"
    : scope.folderIds
      ? "in this folder"
      : scope.tags
        ? `under ${scope.tags.map((tag) => inQuotes(tag)).join(", ")}`
        : "in your notes, tasks and calendar";
  if (words.length === 0) return "There are no words to look for in this question. Say what it is about.";
  return `Nothing found ${where} about this. These words were looked for: ${words.map((word) => inQuotes(word)).join(", ")}.`;
}
