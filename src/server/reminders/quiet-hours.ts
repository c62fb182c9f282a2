import type { PreferenceSettings } from "#contract/preferences.ts";
import { instantAt } from "#language/moment.ts";
import { clockOf } from "#language/time-zone.ts";
import { minuteText } from "./when.ts";

type Quiet = NonNullable<PreferenceSettings["reminders"]>["quietHours"];

/** When the quiet hours end that `now` falls into; null outside of them. */
export function quietUntil(quiet: Quiet | undefined, timeZone: string, now: Date): Date | null {
  if (!quiet || quiet.from === quiet.to) return null;
  const clock = clockOf(now, timeZone);
  const [day = "", time = ""] = minuteText(clock).split("T");
  const isOverMidnight = quiet.from > quiet.to;
  const isLate = time >= quiet.from;
  const isQuiet = isOverMidnight ? isLate || time < quiet.to : isLate && time < quiet.to;
  if (!isQuiet) return null;
  const tomorrow = minuteText(new Date(clock.getTime() + 86_400_000)).slice(0, 10);
  const end = instantAt(`${isOverMidnight && isLate ? tomorrow : day}T${quiet.to}`, timeZone);
  // The hour in which clocks go back is quiet once more; its end has passed by then.
  return end > now ? end : null;
}
