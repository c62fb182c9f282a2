import type { QuickAdd } from "#contract/quick-add.ts";
import { timeZoneOf } from "../collab/note-tasks.ts";
import type { Database } from "../db/client.ts";
import { createReminder } from "../reminders/reminders.ts";
import { createTask } from "./tasks.ts";
import { removeTask } from "./trash-tasks.ts";

export type Sentence = {
  text: string;
  now?: string | undefined;
  timeZone?: string | undefined;
  ignore?: { from: number; to: number }[] | undefined;
  dryRun: boolean;
};

/** Reads a sentence by the clock of its writer, and makes the task of it unless only asked what it says. */
export async function quickAdd(db: Database, userId: string, sentence: Sentence): Promise<QuickAdd> {
  const { text, ignore, dryRun } = sentence;
  // Loaded with the first sentence, as what reads days in titles is.
  const [{ readQuickAdd }, { readTask }] = await Promise.all([
    import("#language/quick-add.ts"),
    import("#language/read-task.ts"),
  ]);
  const now = await clockFor(db, userId, sentence);
  const options = { now, ignore: ignore?.map(({ from, to }) => [from, to] as const) ?? [] };
  const { parts: _, ...read } = dryRun ? readQuickAdd(text, options) : readTask(text, options, true);
  return dryRun ? read : createFromWords(db, userId, read, sentence.timeZone);
}

const IS_INSTANT = /(?:Z|[+-]\d\d:?\d\d)$/i;

/** What the writer's clock shows, as if it were UTC. */
async function clockFor(db: Database, userId: string, { now, timeZone }: Sentence): Promise<Date> {
  if (now && !IS_INSTANT.test(now)) return new Date(`${now}Z`);
  const { clockOf } = await import("#language/wall-clock.ts");
  return clockOf(now ? new Date(now) : new Date(), timeZone ?? (await timeZoneOf(db, userId)));
}

async function createFromWords(
  db: Database,
  userId: string,
  read: QuickAdd,
  timeZone: string | undefined,
): Promise<QuickAdd> {
  const title = read.location ? `${read.title} at ${read.location}` : read.title;
  const { id } = await createTask(db, userId, {
    title,
    priority: read.priority ?? "medium",
    category: "general",
    dueDate: read.date,
    dueTime: read.time,
    tags: read.tags,
    estimateMinutes: read.minutes,
    repeat: read.rrule,
  });
  if (read.remindAt) await remindOf(db, userId, id, { ...read, remindAt: read.remindAt }, timeZone);
  return { ...read, id, kind: "task", title };
}

/** A sentence that cannot be kept whole is not kept by half. */
async function remindOf(
  db: Database,
  userId: string,
  taskId: string,
  { remindAt, date, rrule }: QuickAdd & { remindAt: string },
  timeZone: string | undefined,
): Promise<void> {
  // The rule says days of the task: a reminder of the day before falls on others.
  const repeat = date !== null && remindAt.startsWith(date) ? rrule : null;
  try {
    await createReminder(db, userId, { taskId, localTime: remindAt, timeZone, repeat });
  } catch (error) {
    await removeTask(db, userId, taskId);
    throw error;
  }
}
