import { isRepeatRule } from "#contract/shared/repeat-rule.ts";
import { readQuickAdd } from "#language/quick-add.ts";
import { clockOf } from "#language/time-zone.ts";

/** When a task is due, and how it repeats, as words say it. */
export type SpokenDate = {
  date: string;
  time: string | null;
  repeat: string | null;
  repeatFrom: "due" | "completion";
};

const WRITTEN = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::\d\d(?:\.\d+)?)?(Z)?)?$/i;
const WEEKDAY = "(?:mon|tue(?:s)?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?";
const NTH_WEEKDAY = new RegExp(String.raw`^every (\d(?:st|nd|rd|th)|last) (${WEEKDAY})(?! of\b)`, "i");

/**
 * Reads "every 2 weeks starting Oct 5", "2026-10-05 15:30", "tomorrow at 9am". Null unless every word of it was understood: half a
 * repetition would be another one.
 *
 * @param zone whose clock "today" is asked of, and that of a time in UTC
 */
export function readSpokenDate(words: string, now: Date, zone: string): SpokenDate | null {
  const text = words.trim().replaceAll(/\s+/g, " ");
  const written = WRITTEN.exec(text);
  if (written) return readWritten(written, zone);
  // Todoist counts from the day it is done with an exclamation mark, or "after"; "every 3rd friday" is one of the month there.
  const isAfter = /^(?:every!|ev!|after\b)/i.test(text);
  const plain = text
    .replace(/^(?:every|ev)!?\s/i, "every ")
    .replace(/^after /i, "every ")
    .replace(NTH_WEEKDAY, "every $1 $2 of the month");
  const read = readQuickAdd(`x ${plain}`, { now: clockOf(now, zone) });
  const isWhole = read.title === "x" && read.tags.length === 0 && read.priority === null;
  if (!isWhole || read.date === null || read.remindAt !== null || read.minutes !== null) return null;
  if (read.rrule !== null && !isRepeatRule(read.rrule)) return null;
  return { date: read.date, time: read.time, repeat: read.rrule, repeatFrom: isAfter ? "completion" : "due" };
}

function readWritten([, day = "", time, utc]: RegExpExecArray, zone: string): SpokenDate | null {
  const at = Date.parse(`${day}T${time ?? "00:00"}Z`);
  // No 31st of February.
  if (Number.isNaN(at) || !new Date(at).toISOString().startsWith(day) || day < "1900") return null;
  const shown = utc ? clockOf(new Date(at), zone).toISOString() : `${day}T${time ?? "00:00"}`;
  return {
    date: shown.slice(0, 10),
    time: time === undefined ? null : shown.slice(11, 16),
    repeat: null,
    repeatFrom: "due",
  };
}
