import type { QuickAdd } from "#language/quick-add.ts";
import { t } from "../../lib/messages/t.ts";
import type { NewTask } from "../../kernel/tasks/task-mutations.ts";
import type { Reader, Understood } from "../../kernel/tasks/use-reading.ts";

/** A sentence as it was understood, on this device: it works without the server. */
export type Reading = Understood & { task: NewTask };

/** Among tasks an event is a task on its day, with its length and its place. */
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
export async function loadReader(timeZone: string | undefined): Promise<Reader<Reading>> {
  const [{ readTask }, { clockOf }] = await Promise.all([
    import("#language/read-task.ts"),
    import("#language/time-zone.ts"),
  ]);
  return (text, ignore) => {
    const { parts, ...said } = readTask(text, { now: clockOf(new Date(), timeZone), ignore });
    return { task: taskOf(said), said, parts };
  };
}
