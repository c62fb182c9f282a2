import type { Reminder } from "../reminders.ts";

const RULES = { daily: "FREQ=DAILY", weekly: "FREQ=WEEKLY", monthly: "FREQ=MONTHLY", yearly: "FREQ=YEARLY" };

/** RRULE without its prefix by which a reminder comes again; null of one that rings once. */
export function ruleOf({ frequency, repeat }: Pick<Reminder, "frequency" | "repeat">): string | null {
  if (frequency === "once") return null;
  return frequency === "custom" ? repeat : RULES[frequency];
}
