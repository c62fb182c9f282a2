import { cleanText } from "#document/text/clean-text.ts";
import type { Collab } from "../../collab/collab.ts";
import type { Database } from "../../db/client.ts";
import type { Scope } from "../../retrieval/scope.ts";
import { type AccountClock, clockOfAccount } from "./account-clock.ts";
import { answerAgenda, answerNextEvent, answerWhen } from "./answer-calendar.ts";
import { answerDecisions } from "./answer-decisions.ts";
import { answerFree } from "./answer-free.ts";
import { answerNotes } from "./answer-notes.ts";
import { answerByPassages } from "./answer-passages.ts";
import { answerSummary } from "./answer-summary.ts";
import { answerTasks } from "./answer-tasks.ts";
import { AnswerText, type PlainAnswer } from "./answer-text.ts";
import { isOfNotes } from "./in-scope.ts";
import { readCommand } from "./read-command.ts";
import { type Ask, readQuestion } from "./read-question.ts";
import { runCommand } from "./run-command.ts";

type Deps = { db: Database; collab: Pick<Collab, "bodies" | "onLogged" | "room"> };

export type Question = {
  /** What the person wrote; nothing else is ever taken for a command. */
  text: string;
  scope?: Scope | undefined;
  timeZone: string;
  now: Date;
};

const TEXT_MAX = 10_000;
const ASK_MAX = 500;

/**
 * What a question, or a command in words, is answered with where no AI model is connected: passages of notes that are quoted, lists of
 * tasks, events and notes, or what was done. Everything is read and written as the account, by what its operations use.
 */
export async function answerWithoutModel(
  { db, collab }: Deps,
  userId: string,
  { text, scope = {}, timeZone, now }: Question,
): Promise<PlainAnswer> {
  const said = cleanText(text).slice(0, TEXT_MAX).trim();
  const clock = await clockOfAccount(db, userId, { timeZone, now });
  const deps = { db, collab, clock };
  if (IS_GREETING.test(said)) return new AnswerText().add(HELP).done();
  // What is longer tells or quotes something.
  const ask = said.length <= ASK_MAX ? readQuestion(said, clock) : null;
  const command = readCommand(said);
  // "Open tasks" and "find my notes tagged roof" are lists; what makes something is never one.
  const isLooking = command?.kind === "open" || command?.kind === "find";
  if (command && !(isLooking && ask)) {
    const done = await runCommand(deps, userId, command, scope);
    if (done?.action?.kind === "find")
      return withPassages(deps, userId, { done, query: done.action.query, scope });
    if (done) return done;
  }
  const listed = ask && (await answerList(deps, userId, ask, scope));
  return listed ?? answerByPassages(deps, userId, said, scope);
}

export const IS_GREETING =
  /^(?:(?:hi|hello|hey|thanks|thank you|help|help me|what can (?:you do|i ask)(?: here)?|who are you|how does this work)\W*)+$/i;
const HELP = `Ask about what is in your notes, tasks and calendar, and you get the passages that answer, or a list:

- What did I decide about the roof?
- What is due this week?
- Am I free on Tuesday?
- Summarize the note Kiln

Or say what to do:

- Create a note called Summer party
- Add task call Ana tomorrow 5pm
- Remind me to water plants on Friday at 9
- Open the roof note`;

/** What search will show, with the passages that are known at once. */
async function withPassages(
  deps: AllDeps,
  userId: string,
  { done, query, scope }: { done: PlainAnswer; query: string; scope: Scope },
): Promise<PlainAnswer> {
  const { text, quotes } = await answerByPassages(deps, userId, query, scope);
  return quotes.length === 0 ? done : { ...done, text: `${done.text}\n\n${text}`, quotes };
}

type AllDeps = Deps & { clock: AccountClock };

/** Null where it is better answered by passages: of notes alone, there are no tasks and events. */
async function answerList(
  deps: AllDeps,
  userId: string,
  ask: Ask,
  scope: Scope,
): Promise<PlainAnswer | null> {
  if (ask.kind === "notes") return answerNotes(deps, userId, ask, scope);
  if (ask.kind === "decisions") return answerDecisions(deps, userId, ask, scope);
  if (ask.kind === "summary") return answerSummary(deps, userId, ask.name, scope);
  const asks = (kind: "task" | "event") => scope.kinds?.includes(kind) ?? true;
  if (isOfNotes(scope) || !(asks("task") || asks("event"))) return null;
  switch (ask.kind) {
    case "tasks":
      return answerTasks(deps, userId, ask);
    case "agenda":
      return answerAgenda(deps, userId, ask);
    case "free":
      return answerFree(deps, userId, ask);
    case "next event":
      return answerNextEvent(deps, userId);
    case "when":
      return answerWhen(deps, userId, ask);
  }
}
