import { folded } from "#contract/shared/fold-diacritics.ts";
import { tellingWords } from "../../notes/some-words/telling-words.ts";
import type { AccountClock } from "./account-clock.ts";
import { type Period, takePeriod } from "./periods.ts";
import { QuestionWords } from "./question-words.ts";

/** What a question in English asks of tasks, calendar and notes as things. */
export type Ask =
  | ({ kind: "tasks" } & TaskAsk)
  | { kind: "agenda"; period: Period; isOfEvents: boolean; topic: string[] }
  | { kind: "free"; period: Period; at: string | null }
  | { kind: "next event" }
  | { kind: "when"; subject: string; isPast: boolean }
  | ({ kind: "notes" } & NotesAsk)
  | { kind: "decisions"; topic: string[]; period: Period | null }
  | { kind: "summary"; name: string };

export type TaskAsk = {
  state: "open" | "overdue" | "done";
  /** For what is done: when it was. */
  period: Period | null;
  /** Whether a day is asked for at all. */
  isDue: boolean;
  tag: string | null;
  priority: "high" | "medium" | "low" | null;
  topic: string[];
  isCount: boolean;
  /** Only those without a day. */
  isUndated: boolean;
};

export type NotesAsk = {
  period: Period | null;
  tag: string | null;
  topic: string[];
  isCount: boolean;
};

const LEADS =
  /^(?:(?:please|ok|okay|hey|hi|so|and)[\s,]+)*(?:(?:can|could|would|will) you\s+(?:please\s+)?)?(?:(?:show|list|give|tell|find|get|print)\s+(?:me\s+)?(?:all\s+)?(?:a list of\s+)?|i (?:want|need|would like) to (?:know|see)\s+|do you know\s+|remind (?:me|us)(?: of| about)?\s+)?/;

/** A question in small letters without marks, with its verbs written out. */
export function normalized(text: string): string {
  return folded(text)
    .replaceAll(/[’‘]/g, "'")
    .replaceAll(/\b(what|when|who|where|how|that|there|it)'s\b/g, "$1 is")
    .replaceAll(/\b(i|we|you|they)'ve\b/g, "$1 have")
    .replaceAll(/\bi'm\b/g, "i am")
    .replaceAll(/\b(we|you|they)'re\b/g, "$1 are")
    .replaceAll(/[?!.\s]+$/g, "")
    .replaceAll(/\s+/g, " ")
    .trim()
    .replace(LEADS, "");
}

const SUMMARY =
  /^(?:summari[sz]e|sum up|(?:a |the |short )*summary (?:of|for)|tl;?dr(?: of| for)?)\b\s*(?:(?:the|my|our)\s+)?(?:notes?\b\s*(?:called|named|titled|about|on)?\s*)?(.*?)(?:\s+note)?$/;
const WHEN =
  /^(?:when|what (?:time|day|date)|on what (?:day|date)|how (?:long|many days) (?:is it )?until) (is|are|was|were|does|do|did|will|)\s*(?:(?:my|our|the|a|an)\s+)?(.+)$/;

/** @returns null for what is asked of the text of notes */
export function readQuestion(text: string, clock: AccountClock): Ask | null {
  const question = normalized(text);
  const summary = SUMMARY.exec(question);
  if (summary) return { kind: "summary", name: summary[1] ?? "" };
  const isPast = /\b(?:did|was|were|have (?:i|we)|had|wrote|written|finished|completed|happened)\b/.test(
    question,
  );
  const { period, rest } = takePeriod(question, clock, isPast);
  const words = new QuestionWords(rest);
  return (
    readFree(words.copy(), period, clock) ??
    readDecisions(words.copy(), period) ??
    readTasks(words.copy(), period) ??
    readNotes(words.copy(), period, isPast) ??
    readAgenda(words.copy(), period) ??
    readWhen(question)
  );
}

function readWhen(question: string): Ask | null {
  const [, verb, subject] = WHEN.exec(question) ?? [];
  return subject ? { kind: "when", subject, isPast: /^(?:was|were|did)$/.test(verb ?? "") } : null;
}

function readFree(words: QuestionWords, period: Period | null, { today }: AccountClock): Ask | null {
  const isAsked = words.take(
    /\b(?:am i|are we|will i be|will we be)\b.*?\b(?:free|busy|available)\b/,
    /\bhow busy (?:am i|are we|will i be|will we be)\b/,
    /\bdo (?:i|we) have (?:any |some )?(?:free )?time\b/,
    /\bwhen (?:am i|are we) (?:free|available)\b/,
    /\b(?:my |any )?free (?:time|slots?)\b/,
  );
  if (!isAsked) return null;
  const at = words.takeTime();
  return words.isEmpty() ? { kind: "free", period: period ?? dayOfAccount(today), at } : null;
}

const dayOfAccount = (today: string): Period => ({ from: today, to: today, name: "today" });

const DECIDED = String.raw`(?:decided?|agreed?|concluded?|settled)(?: on| to| upon)?`;
function readDecisions(words: QuestionWords, period: Period | null): Ask | null {
  const isAsked = words.take(
    new RegExp(
      String.raw`^what (?:all )?(?:(?:did|have|had) )?(?:i|we|you|they) (?:have )?(?:already |finally )?${DECIDED}\b`,
    ),
    new RegExp(String.raw`^what (?:was|were|has been|have been) ${DECIDED}\b`),
    /^(?:what (?:is|are|was|were) )?(?:the |my |our |all |any )*(?:decisions?|conclusions?)\b/,
    new RegExp(String.raw`^(?:did|have) (?:i|we) (?:already )?${DECIDED}\b`),
  );
  const topic = isAsked ? words.telling() : [];
  return topic.length > 0 ? { kind: "decisions", topic, period } : null;
}

const TO_DO =
  /\b(?:have|has|got|need|needs|want|ought)(?: got)? to (?:do|finish|complete|get done)\b|\b(?:should|must|can) (?:i|we) do(?: next)?\b/;
const DONE =
  /\b(?:finish(?:ed)?|completed?|done|do|accomplish(?:ed)?|tick(?:ed)? off|check(?:ed)? off|get done|got done|gotten done|achieved?)\b/;

function readTasks(words: QuestionWords, period: Period | null): Ask | null {
  const isCount = words.take(/^how many\b/);
  const isNamed = words.take(/\b(?:tasks?|to-?dos?|to do (?:list|items?)|todo list)\b/);
  const isToDo = words.take(TO_DO);
  const isUndated = words.take(
    /\b(?:without|with no|have no|has no|having no) (?:a )?(?:due )?(?:dates?|days?)\b/,
  );
  const isOverdue = words.take(/\b(?:overdue|past due|past their due dates?)\b/);
  const isDue = words.take(/\b(?:due(?: by)?|deadlines?)\b/);
  const isMine = /\b(?:did|have|has) (?:i|we)\b/.test(words.text);
  const isOpen =
    isToDo ||
    words.take(/\b(?:open|unfinished|outstanding|pending|left|remaining|incomplete|undone|not done)\b/);
  const isDone = !isOpen && !isDue && (isMine || isNamed) && words.take(DONE);
  // "What did I do last week" asks for what is done; of no time it asks notes.
  if (!(isNamed || isUndated || isToDo || isOverdue || isDue || (isDone && (period !== null || isCount))))
    return null;
  const priority = words.takePriority();
  const tag = words.takeTag();
  const topic = words.topic();
  if (topic === null) return null;
  const state = isOverdue ? "overdue" : isDone ? "done" : "open";
  const isOfDays = isDue || period !== null || (isToDo && topic.length === 0);
  return { kind: "tasks", state, period, isDue: isOfDays, tag, priority, topic, isCount, isUndated };
}

const WROTE =
  /\b(?:did|have) (?:i|we) (?:write|written|wrote|noted?(?: down)?|jot(?:ted)? down|edit(?:ed)?|changed?|created?|made?|journal(?:ed)?|work(?:ed)? on)(?: down| up)?\b|\b(?:i|we) (?:wrote|created|made|changed|edited)\b|\b(?:written|created|changed|edited|recent|latest|newest)\b/;

function readNotes(words: QuestionWords, period: Period | null, isPast: boolean): Ask | null {
  const isCount = words.take(/^how many\b/);
  const isNamed = words.take(/\b(?:notes?|journal entr(?:y|ies))\b/);
  const isWritten = words.take(WROTE);
  const tag = words.takeTag();
  const topic = words.topic();
  if (topic === null) return null;
  const isOfTime = period !== null && (isNamed || (isWritten && isPast));
  const isOfNotes = isNamed && (isCount || tag !== null || isWritten);
  return isOfTime || isOfNotes ? { kind: "notes", period, tag, topic, isCount } : null;
}

const OF_EVENTS = /\b(?:events?|appointments?|meetings?|calendar)\b/;
const AGENDA =
  /\b(?:what (?:else )?(?:do|will|did) (?:i|we) have|what is(?: there)?|what are|what was|do (?:i|we) have|have (?:i|we) got|am i doing|are we doing|happen(?:s|ing|ed)?|going on|planned|scheduled?|agenda|coming up|on my plate|plans?|look(?:s|ing)? like|my day|my week)\b/;

function readAgenda(words: QuestionWords, period: Period | null): Ask | null {
  if (words.take(/\bnext (?:event|appointment|meeting)\b/, /^what is next$/) && words.isEmpty())
    return { kind: "next event" };
  if (!period) return null;
  const isOfEvents = words.take(OF_EVENTS);
  const isAsked = words.take(AGENDA);
  while (words.take(AGENDA));
  const topic = words.topic();
  return (isAsked || isOfEvents) && topic !== null ? { kind: "agenda", period, isOfEvents, topic } : null;
}

/** What only says that something happens, and not what. */
const OF_ANY_EVENT = new Set(
  "next appointment meeting event date start starts begin begins end ends take takes place happen happens due again time scheduled planned coming upcoming go".split(
    " ",
  ),
);

/** The words by which an event or a task is meant: all of them, where they are of the kind that says little. */
export function subjectWords(subject: string): string[] {
  const words = tellingWords(subject.replaceAll(/'s\b/g, ""));
  const telling = words.filter((word) => !OF_ANY_EVENT.has(word));
  return telling.length > 0 ? telling : words;
}
