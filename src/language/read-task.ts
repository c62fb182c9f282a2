import { type Part, type QuickAdd, type QuickAddOptions, readQuickAdd } from "./quick-add.ts";

const WEEK_MINUTES = 10_080;

/** Minutes from start to end of what has both; null for none, and for more than an estimate may be. */
function lengthOf({ date, time, endDate, endTime }: QuickAdd): number | null {
  if (!date || !time || !endTime) return null;
  const minutes = (Date.parse(`${endDate ?? date}T${endTime}Z`) - Date.parse(`${date}T${time}Z`)) / 60_000;
  return minutes > 0 && minutes <= WEEK_MINUTES ? minutes : null;
}

/**
 * Reads a sentence as what can be kept of it today: a task. An event's length is its estimate.
 *
 * @param canRemind whether the caller sets the reminder that is asked for; otherwise those words stay in the title
 */
export function readTask(
  text: string,
  options: QuickAddOptions,
  canRemind = false,
): QuickAdd & { parts: Part[] } {
  const first = readQuickAdd(text, options);
  const reminders = first.parts.flatMap(({ part, from, to }) =>
    part === "reminder" ? [[from, to] as const] : [],
  );
  const read =
    canRemind || reminders.length === 0
      ? first
      : readQuickAdd(text, { ...options, ignore: [...(options.ignore ?? []), ...reminders] });
  return { ...read, minutes: read.minutes ?? lengthOf(read) };
}
