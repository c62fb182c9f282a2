import type { Part, QuickAdd } from "#language/quick-add.ts";
import { t } from "../../lib/messages/t.ts";
import type { NewTask } from "./task-mutations.ts";

export type Span = readonly [from: number, to: number];

/** A sentence as it was understood, on this device: it works without the server. */
export type Reading = { task: NewTask; said: QuickAdd; parts: Part[] };

export type Reader = (text: string, ignore: readonly Span[]) => Reading;

/** A calendar does not exist yet: an event is a task on its day, with its length and its place. */
function taskOf(said: QuickAdd): NewTask {
  return {
    title: said.location ? t("{title} at {place}", { title: said.title, place: said.location }) : said.title,
    dueDate: said.date,
    dueTime: said.time,
    tags: said.tags,
    ...(said.priority && { priority: said.priority }),
    estimateMinutes: said.minutes,
    repeat: said.rrule,
  };
}

/** Fetches what reads sentences. */
export async function loadReader(timeZone: string | undefined): Promise<Reader> {
  const [{ readTask }, { clockOf }] = await Promise.all([
    import("#language/read-task.ts"),
    import("#language/wall-clock.ts"),
  ]);
  return (text, ignore) => {
    const { parts, ...said } = readTask(text, { now: clockOf(new Date(), timeZone), ignore });
    return { task: taskOf(said), said, parts };
  };
}
