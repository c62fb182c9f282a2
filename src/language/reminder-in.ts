import type { Part, QuickAdd } from "./quick-add.ts";

/** "the day before at 6", and not "at 6": it goes with what it is before. */
const GOES_ALONG = /\b(?:before|beforehand|earlier|prior|ahead|advance|that|same)\b/i;

type Asked =
  | { minutesBefore: number }
  | {
      /** YYYY-MM-DDTHH:MM of the user's clock. */
      localTime: string;
      /** Of a sentence that repeats. */
      repeat: string | null;
    };

/**
 * The reminder that a sentence asks for. Its rule says days of the task or event: one at a time of its own that falls on another day does
 * not repeat.
 */
export function reminderIn({
  remindAt,
  date,
  time,
  rrule,
  parts,
}: QuickAdd & { parts: readonly Part[] }): Asked | null {
  if (remindAt === null) return null;
  const words = parts.find(({ part }) => part === "reminder")?.text ?? "";
  if (date !== null && GOES_ALONG.test(words))
    return { minutesBefore: (instantOf(`${date}T${time ?? "00:00"}`) - instantOf(remindAt)) / 60_000 };
  return { localTime: remindAt, repeat: date !== null && remindAt.startsWith(date) ? rrule : null };
}

type Said = QuickAdd & { parts: readonly Part[] };

/**
 * Whether nothing can ring any more as the sentence asks. One that goes with what is still to come rings late rather than never.
 *
 * @param now what the user's clock shows: YYYY-MM-DDTHH:MM
 */
export function isReminderPast(said: Said, now: string): boolean {
  const asked = reminderIn(said);
  if (asked === null || said.remindAt === null) return false;
  if ("localTime" in asked) return asked.repeat === null && asked.localTime < now;
  const begins = `${said.date}T${said.time ?? "00:00"}`;
  return said.rrule === null && begins < now && said.remindAt < now;
}

const instantOf = (localTime: string) => Date.parse(`${localTime}Z`);
