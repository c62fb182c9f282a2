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
    estimateMinutes: said.minutes ?? lengthOf(said),
    repeat: said.rrule,
  };
}

const WEEK_MINUTES = 10_080;

function lengthOf({ date, time, endDate, endTime }: QuickAdd): number | null {
  if (!date || !time || !endTime) return null;
  const minutes = (Date.parse(`${endDate ?? date}T${endTime}Z`) - Date.parse(`${date}T${time}Z`)) / 60_000;
  return minutes > 0 && minutes <= WEEK_MINUTES ? minutes : null;
}

/** Fetches what reads sentences. */
export async function loadReader(timeZone: string | undefined): Promise<Reader> {
  const [{ readQuickAdd }, { clockOf }] = await Promise.all([
    import("#language/quick-add.ts"),
    import("#language/due-in.ts"),
  ]);
  return (text, ignore) => {
    const now = clockOf(new Date(), timeZone);
    const read = (spans: readonly Span[]) => readQuickAdd(text, { now, ignore: spans });
    const first = read(ignore);
    // Nothing rings yet: what would be a reminder stays in the title.
    const reminders = first.parts.filter(({ part }) => part === "reminder");
    const { parts, ...said } =
      reminders.length === 0
        ? first
        : read([...ignore, ...reminders.map(({ from, to }) => [from, to] as const)]);
    return { task: taskOf(said), said, parts };
  };
}
