import type { Reminder } from "#contract/reminders.ts";
import { ruleOf } from "#contract/shared/reminder-rule.ts";
import { addDays, instantAt } from "#language/moment.ts";
import { clockOf } from "#language/time-zone.ts";

export type When = Pick<Reminder, "reminderDate" | "localTime" | "timeZone" | "frequency" | "repeat">;
export type GivenWhen = { [Field in keyof When]?: When[Field] | undefined } & {
  minutesBefore?: number | undefined;
};

/** What was given of a date, its repetition included, by the clock of its zone. */
export function whenOf(given: GivenWhen, timeZone: string): When {
  const isCustom = typeof given.repeat === "string";
  const frequency = given.frequency ?? (isCustom ? "custom" : "once");
  return {
    ...dateOf(given, timeZone),
    timeZone,
    frequency,
    repeat: frequency === "custom" ? (given.repeat ?? null) : null,
  };
}

function dateOf({ reminderDate, localTime = "" }: GivenWhen, timeZone: string) {
  if (reminderDate !== undefined)
    return { reminderDate, localTime: minuteText(clockOf(new Date(reminderDate), timeZone)) };
  return { reminderDate: instantAt(localTime, timeZone).toISOString(), localTime };
}

/** YYYY-MM-DDTHH:MM of what a clock shows, as `clockOf` tells it. */
export const minuteText = (clock: Date): string => clock.toISOString().slice(0, 16);

/**
 * The next date of one that repeats after `now`; days that were missed are passed over. It stays at its time by the clock, whatever
 * that does: a time that a day does not have is rung for later that day, one that a day has twice is rung for once.
 */
export async function nextWhen(when: When, now: Date): Promise<When | null> {
  const rule = ruleOf(when);
  if (rule === null) return null;
  // Loaded with the first that repeats.
  const { nextInstance } = await import("#language/recurrence.ts");
  const [day = "", time = ""] = when.localTime.split("T");
  const today = minuteText(clockOf(now, when.timeZone)).slice(0, 10);
  // The one of today may have passed.
  for (const notBefore of [today, addDays(today, 1)]) {
    const next = nextInstance(rule, day, notBefore);
    if (!next) return null;
    const localTime = `${next.day}T${time}`;
    const date = instantAt(localTime, when.timeZone);
    if (date <= now) continue;
    const repeat = when.frequency === "custom" ? next.rule : null;
    return { ...when, reminderDate: date.toISOString(), localTime, repeat };
  }
  return null;
}
