import { clockOf } from "#language/time-zone.ts";
import { minutesInWords } from "../../kernel/tasks/minutes.ts";
import { cachedFrame } from "../../kernel/workspace/frame.ts";
import { browserTimeZone, clockTime, shortDay } from "../../lib/dates.ts";
import { t } from "../../lib/messages/t.ts";

/** "Thu, Nov 26, 10:00 AM (1 h)", on the clock of the account. */
export function plannedWords(plannedAt: string, minutes: number): string {
  const zone = cachedFrame()?.preferences.settings.timeZone ?? browserTimeZone();
  const wall = clockOf(new Date(plannedAt), zone);
  // Read in the browser's own zone by what writes it.
  const date = new Date(
    wall.getUTCFullYear(),
    wall.getUTCMonth(),
    wall.getUTCDate(),
    wall.getUTCHours(),
    wall.getUTCMinutes(),
  );
  const [day, time] = [shortDay(date), clockTime(date)];
  return t("{day}, {time} ({length})", { day, time, length: minutesInWords(minutes) });
}
