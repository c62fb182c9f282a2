import { onAccountClock } from "../account/account-clock.ts";
import { clockTime, dayNumber, dayOfYear, nearDay, shortDay } from "../../lib/dates.ts";

const NEAR_DAYS = 300;

/** "Tomorrow 9:00 AM", "Fri, Nov 27 5:00 PM": of an instant, or of what the account's clock shows (YYYY-MM-DDTHH:MM). */
export function whenWords(moment: string, now = new Date()): string {
  const date = moment.endsWith("Z") ? onAccountClock(new Date(moment)) : new Date(moment);
  const today = onAccountClock(now);
  const isNear = Math.abs(dayNumber(date) - dayNumber(today)) < NEAR_DAYS;
  return `${nearDay(date, today) ?? (isNear ? shortDay : dayOfYear)(date)} ${clockTime(date)}`;
}
