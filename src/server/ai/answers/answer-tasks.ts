import { folded } from "#contract/shared/fold-diacritics.ts";
import { addDays } from "#language/moment.ts";
import type { Database } from "../../db/client.ts";
import { type AccountClock, dayName, timeName } from "./account-clock.ts";
import {
  AnswerText,
  bold,
  counted,
  inQuotes,
  moreThan,
  MOST_SHOWN,
  type PlainAnswer,
} from "./answer-text.ts";
import { escapeMarkdown } from "./escape-markdown.ts";
import { allTasks, type Done, doneIn, hasTopic, type Task, taskQuote, tasksIn } from "./planner-items.ts";
import type { TaskAsk } from "./read-question.ts";

type Deps = { db: Database; clock: AccountClock };

export function answerTasks(deps: Deps, userId: string, ask: TaskAsk): Promise<PlainAnswer> {
  return ask.state === "done" ? answerDone(deps, userId, ask) : answerOpen(deps, userId, ask);
}

async function answerOpen({ db, clock }: Deps, userId: string, ask: TaskAsk): Promise<PlainAnswer> {
  const { state, period, isDue } = ask;
  const tasks = (await openTasks(db, userId, ask, clock)).filter((task) => isWanted(task, ask));
  const words = describe(ask);
  const byToday = isDue && state === "open" ? " due by today" : "";
  const days = period ? ` ${isDue ? "due " : ""}${nameWithin(period.name)}` : byToday;
  const head = `${tasks.length === 0 ? "No" : tasks.length} ${tasks.length === 1 ? words.one : words.many}${days}${words.of}`;
  const answer = new AnswerText().add(tasks.length === 0 ? `${head}.` : `**${head}.**`);
  if (!ask.isCount) answer.add(taskLines(answer, tasks, clock));
  // Whoever asks what comes wants to know what is left of before.
  const isOfNow =
    period && period.from <= clock.today && period.to >= clock.today && period.from !== period.to;
  if (state === "open" && isOfNow) {
    const shown = new Set(tasks.map(({ id }) => id));
    const late = (await overdueTasks(db, userId, clock)).filter(
      (task) => !shown.has(task.id) && isWanted(task, ask),
    );
    if (late.length > 0) answer.add(`${counted(late.length, "task is", "tasks are")} overdue from before.`);
  }
  return answer.done();
}

const isWanted = (task: Task, { tag, priority, topic, isUndated }: TaskAsk): boolean =>
  (!isUndated || task.dueDate === null) &&
  (tag === null || task.tags.some((each) => folded(each) === folded(tag))) &&
  (priority === null || task.priority === priority) &&
  hasTopic(topic, task);

function openTasks(db: Database, userId: string, ask: TaskAsk, clock: AccountClock): Promise<Task[]> {
  if (ask.state === "overdue") return overdueTasks(db, userId, clock);
  if (ask.period) return tasksIn(db, userId, ask.period, clock);
  const dueByToday = { dated: true, dueTo: clock.today };
  return allTasks(db, userId, { completed: false, ...(ask.isDue && dueByToday) });
}

const overdueTasks = async (db: Database, userId: string, clock: AccountClock): Promise<Task[]> =>
  (await allTasks(db, userId, { completed: false, dated: true, dueTo: clock.today })).filter((task) =>
    isOverdue(task, clock),
  );

export const isOverdue = ({ dueDate, dueTime }: Task, { today, time }: AccountClock): boolean =>
  dueDate !== null && (dueDate < today || (dueDate === today && dueTime !== null && dueTime < time));

/** "on Friday, May 16", "this week", "in June 2031". */
export const nameWithin = (name: string): string => {
  if (/^(?:the (?:next|last) \d)/.test(name)) return `in ${name}`;
  if (/^[A-Z][a-z]+ \d{4}$/.test(name)) return `in ${name}`;
  return /^[A-Z]/.test(name) ? `on ${name}` : name;
};

function describe({ state, tag, priority, topic, isUndated }: TaskAsk) {
  const kind = [state, priority && `${priority}-priority`].filter(Boolean).join(" ");
  const tagged = tag === null ? "" : ` tagged ${inQuotes(tag)}`;
  const about = topic.length === 0 ? "" : ` with the words ${inQuotes(topic.join(" "))}`;
  const undated = isUndated ? " without a due day" : "";
  return { one: `${kind} task`, many: `${kind} tasks`, of: `${undated}${tagged}${about}` };
}

function taskLines(answer: AnswerText, tasks: readonly Task[], clock: AccountClock): string {
  const lines = tasks.slice(0, MOST_SHOWN).map((task) => {
    const due = task.dueDate === null ? "" : `, ${dueName(task, clock)}`;
    return `- ${bold(task.title)}${due}${task.priority === "high" ? ", high priority" : ""} ${answer.cite(taskQuote(task))}`;
  });
  return lines.join("\n") + moreThan(tasks.length, MOST_SHOWN);
}

/** "due today, 5:00 PM" */
export function dueName(task: Task, clock: AccountClock): string {
  const { dueDate: day, dueTime } = task;
  if (day === null) return "";
  const said =
    day === clock.today ? "today" : day === addDays(clock.today, 1) ? "tomorrow" : dayName(day, clock);
  return `${isOverdue(task, clock) ? "was due" : "due"} ${said}${dueTime === null ? "" : `, ${timeName(dueTime, clock)}`}`;
}

const USUAL_DAYS = 7;

async function answerDone({ db, clock }: Deps, userId: string, ask: TaskAsk): Promise<PlainAnswer> {
  const isAlways = ask.isCount && ask.period === null;
  const period = ask.period ?? {
    from: isAlways ? "1970-01-01" : addDays(clock.today, -USUAL_DAYS),
    to: clock.today,
    name: isAlways ? "in all" : `the last ${USUAL_DAYS} days`,
  };
  const done = await doneIn(db, userId, period, clock);
  const wanted = await onlyWanted(db, userId, ask, done);
  const answer = new AnswerText();
  const words = describe({ ...ask, state: "done", priority: null });
  const within = nameWithin(period.name);
  if (wanted.length === 0)
    return answer.add(`You finished no ${words.many.replace("done ", "")} ${within}${words.of}.`).done();
  answer.add(`**You finished ${counted(wanted.length, "task")} ${within}${words.of}.**`);
  if (ask.isCount) return answer.done();
  const lines = wanted.slice(0, MOST_SHOWN).map(({ taskId, title, dueDate, day }) => {
    const quote = { kind: "task" as const, id: taskId, title, text: "", when: dueDate, isDone: true };
    return `- ${bold(title)}, ${escapeMarkdown(dayName(day, clock))} ${answer.cite(quote)}`;
  });
  return answer.add(lines.join("\n") + moreThan(wanted.length, MOST_SHOWN)).done();
}

/** The record of what was done has titles alone: tags and priority are those of the tasks as they are. */
async function onlyWanted(db: Database, userId: string, ask: TaskAsk, done: Done[]): Promise<Done[]> {
  if (ask.tag === null && ask.topic.length === 0 && ask.priority === null) return done;
  const tasks = new Map((await allTasks(db, userId, {})).map((task) => [task.id, task]));
  return done.filter(({ taskId }) => {
    const task = tasks.get(taskId);
    return task !== undefined && isWanted(task, ask);
  });
}
