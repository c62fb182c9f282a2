import { clockTime, dayNumber, dayOfYear, nearDay, shortDay } from "../../lib/dates.ts";

const NEAR_DAYS = 300;

/** "Tomorrow 9:00 AM", "Fri, Nov 27 5:00 PM": of a clock's day and time, YYYY-MM-DDTHH:MM, or of an instant on this device's clock. */
export function whenWords(moment: string, now = new Date()): string {
  const date = new Date(moment);
  const isNear = Math.abs(dayNumber(date) - dayNumber(now)) < NEAR_DAYS;
  return `${nearDay(date, now) ?? (isNear ? shortDay : dayOfYear)(date)} ${clockTime(date)}`;
}
