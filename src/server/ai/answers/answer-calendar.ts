import { addDays, dayIn, isDay, timeIn } from "#language/moment.ts";
import { wallAt } from "#language/time-zone.ts";
import { searchEvents } from "../../calendar/search-events.ts";
import type { Database } from "../../db/client.ts";
import { type AccountClock, dayName, momentName, timeName } from "./account-clock.ts";
import {
  AnswerText,
  bold,
  counted,
  inQuotes,
  moreThan,
  MOST_SHOWN,
  type PlainAnswer,
} from "./answer-text.ts";
import { dueName, nameWithin } from "./answer-tasks.ts";
import { escapeMarkdown } from "./escape-markdown.ts";
import type { Period } from "./periods.ts";
import {
  dueTasksWith,
  eventQuote,
  type Happening,
  happeningIn,
  hasTopic,
  type Task,
  taskQuote,
  tasksIn,
} from "./planner-items.ts";
import { type Ask, subjectWords } from "./read-question.ts";

type Deps = { db: Database; clock: AccountClock };
export type AskOf<Kind> = Extract<Ask, { kind: Kind }>;

/** Longer than anybody plans, and what the list of events answers at once. */
const MOST_DAYS = 366;
export const within = ({ from, to }: Period) => ({
  from,
  to: to > addDays(from, MOST_DAYS) ? addDays(from, MOST_DAYS) : to,
});

/** What happens in these days and what is due, day by day. */
export async function answerAgenda(
  { db, clock }: Deps,
  userId: string,
  { period, isOfEvents, topic }: AskOf<"agenda">,
): Promise<PlainAnswer> {
  const days = within(period);
  const [happening, tasks] = await Promise.all([
    happeningIn(db, userId, days, clock),
    isOfEvents ? [] : tasksIn(db, userId, days, clock),
  ]);
  const items = [
    ...happening.filter(({ event }) => hasTopic(topic, event)).map((each) => itemOf(each, days.from)),
    ...tasks.filter((task) => hasTopic(topic, task)).map((task) => taskItem(task, days, clock)),
  ].toSorted((one, other) => (one.at < other.at ? -1 : Number(one.at > other.at)));
  const answer = new AnswerText();
  const name = nameWithin(period.name);
  const about = topic.length === 0 ? "" : ` with the words ${inQuotes(topic.join(" "))}`;
  if (items.length === 0)
    return answer
      .add(
        `${isOfEvents ? "You have no events" : "You have nothing planned and nothing due"} ${name}${about}.`,
      )
      .done();
  const due = items.filter(({ task }) => task).length;
  const events = items.length - due;
  const counts = [events > 0 && counted(events, "event"), due > 0 && counted(due, "task")].filter(Boolean);
  answer.add(`**You have ${counts.join(" and ")} ${name}${about}.**`);
  addByDay(answer, items, clock, days.from === days.to);
  return answer.done();
}

/** `at` orders what is all day before what has its hour, and tasks without one last. */
type Item = { day: string; at: string } & (
  | { happening: Happening; task?: never }
  | { task: Task; happening?: never }
);

/** What began before the days that are asked for stands on the first of them. */
export function itemOf(happening: Happening, from: string): Item {
  const day = dayIn(happening.start) < from ? from : dayIn(happening.start);
  return {
    day,
    at: `${day}T${day === dayIn(happening.start) ? (timeIn(happening.start) ?? "") : ""}`,
    happening,
  };
}

export function taskItem(task: Task, days: { from: string; to: string }, { zone }: AccountClock): Item {
  const isDue = task.dueDate !== null && task.dueDate >= days.from && task.dueDate <= days.to;
  const planned = new Date(wallAt(Date.parse(task.plannedAt ?? task.createdAt), zone)).toISOString();
  const day = isDue ? task.dueDate! : planned.slice(0, 10);
  return { day, at: `${day}T${isDue ? (task.dueTime ?? "99") : planned.slice(11, 16)}`, task };
}

export function addByDay(answer: AnswerText, items: Item[], clock: AccountClock, isOneDay: boolean): void {
  const shown = items.slice(0, MOST_SHOWN);
  const days = [...new Set(shown.map(({ day }) => day))];
  for (const day of days) {
    const lines = shown
      .filter((item) => item.day === day)
      .map(({ happening, task }) =>
        happening
          ? `- ${happeningLine(happening, day, clock)} ${answer.cite(eventQuote(happening))}`
          : `- To do: ${bold(task.title)}${task.dueTime ? `, ${dueName(task, clock)}` : ""} ${answer.cite(taskQuote(task))}`,
      );
    const rest = day === days.at(-1) ? moreThan(items.length, MOST_SHOWN) : "";
    answer.add(`${isOneDay ? "" : `${dayName(day, clock)}:\n\n`}${lines.join("\n")}${rest}`);
  }
}

function happeningLine({ event, start, end }: Happening, day: string, clock: AccountClock): string {
  const place = event.location === "" ? "" : `, ${escapeMarkdown(event.location)}`;
  if (isDay(start)) {
    const until = end > day ? `, until ${dayName(end, clock)}` : "";
    return `All day: ${bold(event.title)}${until}${place}`;
  }
  const [from, to] = [timeIn(start)!, timeIn(end)!];
  const hours = dayIn(end) === dayIn(start) ? ` to ${timeName(to, clock)}` : ` to ${momentName(end, clock)}`;
  return `${timeName(from, clock)}${hours}: ${bold(event.title)}${place}`;
}

const NEAR_DAYS = 31;

export async function answerNextEvent({ db, clock }: Deps, userId: string): Promise<PlainAnswer> {
  const answer = new AnswerText();
  const now = `${clock.today}T${clock.time}`;
  for (const days of [NEAR_DAYS, MOST_DAYS]) {
    const found = await happeningIn(db, userId, { from: clock.today, to: addDays(clock.today, days) }, clock);
    const next = found.find(({ start }) => start > now);
    if (next)
      return answer
        .add(
          `Next: ${bold(next.event.title)}, **${momentName(next.start, clock)}** ${answer.cite(eventQuote(next))}`,
        )
        .done();
  }
  return answer.add("You have no events in the year to come.").done();
}

const MOST_OF_SUBJECT = 5;

/** When something is that the calendar or the tasks know by these words; null when neither does. */
export async function answerWhen(
  { db, clock }: Deps,
  userId: string,
  { subject, isPast }: AskOf<"when">,
): Promise<PlainAnswer | null> {
  const words = subjectWords(subject);
  if (words.length === 0) return null;
  const query = { query: words.map((word) => `"${word}"`).join(" "), limit: 20 };
  const [hits, due] = await Promise.all([
    searchEvents(db, userId, { ...query, now: clock.now }),
    dueTasksWith(db, userId, words),
  ]);
  const happening = hits
    .filter(({ event }) => !event.isCanceled && hasTopic(words, event))
    .map(({ event, instance: { start, end } }) => ({ event, start, end }));
  const now = `${clock.today}T${clock.time}`;
  const isOver = ({ end }: Happening) => (isDay(end) ? end < clock.today : end < now);
  const byStart = (one: Happening, other: Happening) => (one.start < other.start ? -1 : 1);
  const ahead = happening.filter((each) => !isOver(each)).toSorted(byStart);
  const over = happening.filter(isOver).toSorted((one, other) => byStart(other, one));
  if (ahead.length + over.length + due.length === 0) return null;
  const answer = new AnswerText();
  const line = (each: Happening) =>
    `- ${whenLine(each, clock, isOver(each))} ${answer.cite(eventQuote(each))}`;
  const events = (isPast ? [...over, ...ahead] : [...ahead, ...over]).slice(0, MOST_OF_SUBJECT).map(line);
  const toDo = due
    .slice(0, MOST_OF_SUBJECT)
    .map(
      (task) =>
        `- ${bold(task.title)} is ${dueName(task, clock).replace(/^was due/, "overdue since")} ${answer.cite(taskQuote(task))}`,
    );
  return answer.add([...events, ...toDo].join("\n")).done();
}

function whenLine({ event, start, end }: Happening, clock: AccountClock, isOver: boolean): string {
  const place = event.location === "" ? "" : `, ${escapeMarkdown(event.location)}`;
  const until = isDay(start) && end > start ? ` to ${dayName(end, clock)}` : "";
  const ends = !isDay(start) && dayIn(end) === dayIn(start) ? ` to ${timeName(timeIn(end)!, clock)}` : "";
  return `${bold(event.title)} ${isOver ? "was" : "is"} **${momentName(start, clock)}${ends}${until}**${place}`;
}
