import { type Part, type QuickAdd, type QuickAddOptions, readQuickAdd } from "./quick-add.ts";

const WEEK_MINUTES = 10_080;

/** Minutes from start to end of what has both; null for none, and for more than an estimate may be. */
function lengthOf({ date, time, endDate, endTime }: QuickAdd): number | null {
  if (!date || !time || !endTime) return null;
  const minutes = (Date.parse(`${endDate ?? date}T${endTime}Z`) - Date.parse(`${date}T${time}Z`)) / 60_000;
  return minutes > 0 && minutes <= WEEK_MINUTES ? minutes : null;
}

/** Reads a sentence as what is kept of it among tasks: an event's length is its estimate. */
export function readTask(text: string, options: QuickAddOptions): QuickAdd & { parts: Part[] } {
  const read = readQuickAdd(text, options);
  return { ...read, minutes: read.minutes ?? lengthOf(read) };
}
