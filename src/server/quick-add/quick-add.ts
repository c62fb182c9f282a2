import type { QuickAdd } from "#contract/quick-add.ts";
import type * as Language from "#language/quick-add.ts";
import { reminderIn } from "#language/reminder-in.ts";
import { clockOf } from "#language/time-zone.ts";
import { timeZoneOf } from "../collab/note-tasks.ts";
import type { Database } from "../db/client.ts";
import { createEvent } from "../calendar/events.ts";
import { removeEvent } from "../calendar/change-events.ts";
import { createReminder } from "../reminders/reminders.ts";
import { createTask } from "../tasks/tasks.ts";
import { removeTask } from "../tasks/trash-tasks.ts";

export type Sentence = {
  text: string;
  now?: string | undefined;
  timeZone?: string | undefined;
  ignore?: { from: number; to: number }[] | undefined;
  /** What it is made into, whatever it looks like; an event needs a day. */
  as?: "task" | "event" | undefined;
  /** Whether it rings at its time where it names no reminder: a day without a time in the morning. */
  rings?: boolean | undefined;
  dryRun: boolean;
};

/** Reads a sentence by the clock of its writer, and makes the task or the event of it unless only asked what it says. */
export async function quickAdd(db: Database, userId: string, sentence: Sentence): Promise<QuickAdd> {
  const { text, ignore, as, dryRun } = sentence;
  // Loaded with the first sentence, as what reads days in titles is.
  const [{ readQuickAdd }, { readTask }] = await Promise.all([
    import("#language/quick-add.ts"),
    import("#language/read-task.ts"),
  ]);
  const now = await clockFor(db, userId, sentence);
  const options = { now, ignore: ignore?.map(({ from, to }) => [from, to] as const) ?? [] };
  const read = readQuickAdd(text, options);
  if (dryRun) return withoutParts(read);
  const isEvent = as === undefined ? read.kind === "event" : as === "event" && read.date !== null;
  if (isEvent) return createEventFromWords(db, userId, read, sentence);
  return createTaskFromWords(db, userId, readTask(text, options), sentence);
}

type Understood = ReturnType<typeof Language.readQuickAdd>;

function withoutParts(understood: Understood): QuickAdd {
  const { parts: _, ...read } = understood;
  return read;
}

const IS_INSTANT = /(?:Z|[+-]\d\d:?\d\d)$/i;

/** What the writer's clock shows, as if it were UTC. */
async function clockFor(db: Database, userId: string, { now, timeZone }: Sentence): Promise<Date> {
  if (now && !IS_INSTANT.test(now)) return new Date(`${now}Z`);
  return clockOf(now ? new Date(now) : new Date(), timeZone ?? (await timeZoneOf(db, userId)));
}

async function createEventFromWords(
  db: Database,
  userId: string,
  read: Understood,
  sentence: Sentence,
): Promise<QuickAdd> {
  const { id } = await createEvent(db, userId, {
    title: read.title,
    date: read.date!,
    time: read.time,
    endDate: read.endDate ?? undefined,
    endTime: read.endTime,
    timeZone: sentence.timeZone,
    location: read.location ?? "",
    tags: read.tags,
    repeat: read.rrule,
  });
  const takeBack = () => removeEvent(db, userId, { eventId: id });
  await remindOf(db, userId, { eventId: id }, read, sentence, takeBack);
  return { ...withoutParts(read), id, kind: "event" };
}

async function createTaskFromWords(
  db: Database,
  userId: string,
  read: Understood,
  sentence: Sentence,
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
  await remindOf(db, userId, { taskId: id }, read, sentence, () => removeTask(db, userId, id));
  return { ...withoutParts(read), id, kind: "task", title };
}

/** Nine in the morning, in minutes. */
const MORNING = 540;
const ringingAt = ({ time }: Understood) => ({ minutesBefore: time === null ? -MORNING : 0 });

/** A sentence that cannot be kept whole is not kept by half. */
async function remindOf(
  db: Database,
  userId: string,
  subject: { taskId: string } | { eventId: string },
  read: Understood,
  { timeZone, rings = false }: Sentence,
  takeBack: () => Promise<unknown>,
): Promise<void> {
  const asked = reminderIn(read) ?? (rings && read.date !== null ? ringingAt(read) : null);
  if (!asked) return;
  try {
    await createReminder(db, userId, { ...subject, ...asked, timeZone });
  } catch (error) {
    await takeBack();
    throw error;
  }
}
