import type { CalendarEvent } from "#contract/events.ts";
import type { Task } from "#contract/tasks.ts";
import { folded } from "#contract/shared/fold-diacritics.ts";
import { addDays, instantAt } from "#language/moment.ts";
import { isOnesTime, listCalendars } from "../../calendar/calendars.ts";
import { listEvents } from "../../calendar/list-events.ts";
import type { Database } from "../../db/client.ts";
import { wordsIn } from "../../notes/some-words/telling-words.ts";
import { dueOf } from "../../retrieval/planner-hits.ts";
import type { Retrieved } from "../../retrieval/retrieve.ts";
import { listCompletions, listTasks, type TaskFilter } from "../../tasks/list-tasks.ts";
import { searchTasks } from "../../tasks/search-tasks.ts";
import type { AccountClock } from "./account-clock.ts";
import type { Period } from "./periods.ts";

export type { Task };

/** An event on one of its days; `start` and `end` are of the account's clock. */
export type Happening = { event: CalendarEvent; start: string; end: string };

const MOST_FOUND = 20;
const TEXT_MAX = 1_000;
const PAGE = 500;
/** More than anybody has open; what is beyond is not counted. */
const PAGES_MAX = 40;

export const taskQuote = (task: Task): Retrieved => ({
  kind: "task",
  id: task.id,
  title: task.title,
  text: task.description.slice(0, TEXT_MAX),
  when: dueOf(task),
  isDone: task.completed,
});

export const eventQuote = ({ event, start }: Happening): Retrieved => ({
  kind: "event",
  id: event.id,
  title: event.title,
  text: event.description.slice(0, TEXT_MAX),
  when: start,
  isDone: false,
});

/** Events of the calendars that are shown and take place, series laid out as the calendar does. */
export async function happeningIn(
  db: Database,
  userId: string,
  { from, to }: Pick<Period, "from" | "to">,
  { zone }: AccountClock,
): Promise<Happening[]> {
  const [calendars, { events, instances }] = await Promise.all([
    listCalendars(db, userId),
    listEvents(db, userId, { from, to, timeZone: zone }),
  ]);
  const hidden = new Set(calendars.filter((calendar) => !isOnesTime(calendar)).map(({ id }) => id));
  const byId = new Map(events.map((event) => [event.id, event]));
  return instances.flatMap(({ eventId, start, end }) => {
    const event = byId.get(eventId);
    return event && !event.isCanceled && !hidden.has(event.calendarId) ? [{ event, start, end }] : [];
  });
}

/** All tasks that a filter finds, page by page. */
export async function allTasks(
  db: Database,
  userId: string,
  filter: Omit<TaskFilter, "limit" | "cursor">,
): Promise<Task[]> {
  const tasks: Task[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < PAGES_MAX; page++) {
    const { tasks: found, nextCursor } = await listTasks(db, userId, { ...filter, cursor, limit: PAGE });
    for (const task of found) tasks.push(task);
    if (nextCursor === null) break;
    cursor = nextCursor;
  }
  return tasks;
}

/** Open tasks that are due in these days, or have time set aside in them. */
export async function tasksIn(
  db: Database,
  userId: string,
  { from, to }: Pick<Period, "from" | "to">,
  { zone }: AccountClock,
): Promise<Task[]> {
  const [due, planned] = await Promise.all([
    allTasks(db, userId, { completed: false, dueFrom: from, dueTo: to }),
    allTasks(db, userId, {
      completed: false,
      plannedFrom: instantAt(from, zone).toISOString(),
      plannedTo: instantAt(addDays(to, 1), zone).toISOString(),
    }),
  ]);
  return [...new Map([...due, ...planned].map((task) => [task.id, task])).values()];
}

/** Open tasks with a due day that have all of these words. */
export async function dueTasksWith(db: Database, userId: string, words: readonly string[]): Promise<Task[]> {
  const query = words.map((word) => `"${word}"`).join(" ");
  const found = await searchTasks(db, userId, { query, limit: MOST_FOUND });
  return found.filter((task) => !task.completed && task.dueDate !== null && hasTopic(words, task));
}

type Worded = { title: string; description: string; tags: string[]; location?: string };

/** Whether it has all of these words, or such that begin with them. */
export function hasTopic(
  topic: readonly string[],
  { title, description, tags, location = "" }: Worded,
): boolean {
  if (topic.length === 0) return true;
  const words = wordsIn([title, description, location, ...tags].join(" "));
  return topic.every((wanted) => {
    const word = folded(wanted);
    return words.some(
      (each) => each === word || (word.length > 3 && each.startsWith(word.replace(/s$/, ""))),
    );
  });
}

const DONE_PAGE = 200;
const MOST_DONE = 2_000;

export type Done = { taskId: string; title: string; dueDate: string | null; day: string };

/** What was done in these days of the account's clock, the latest first. */
export async function doneIn(
  db: Database,
  userId: string,
  { from, to }: { from: string; to: string },
  { zone }: AccountClock,
): Promise<Done[]> {
  const begin = instantAt(from, zone).toISOString();
  const end = instantAt(addDays(to, 1), zone).toISOString();
  // The cursor of the list: everything that was done before an instant.
  let cursor: string | null = `${end.replace("Z", "000Z")} ffffffff-ffff-ffff-ffff-ffffffffffff`;
  const done: Done[] = [];
  while (cursor !== null && done.length < MOST_DONE) {
    const page: Awaited<ReturnType<typeof listCompletions>> = await listCompletions(db, userId, {
      cursor,
      limit: DONE_PAGE,
    });
    for (const { taskId, title, dueDate, completedAt } of page.completions)
      if (completedAt >= begin && completedAt < end)
        done.push({ taskId, title, dueDate, day: dayOfInstant(completedAt, zone) });
    cursor = (page.completions.at(-1)?.completedAt ?? "") < begin ? null : page.nextCursor;
  }
  return done;
}

const dayOfInstant = (instant: string, zone: string) =>
  new Intl.DateTimeFormat("sv-SE", { timeZone: zone }).format(new Date(instant));
