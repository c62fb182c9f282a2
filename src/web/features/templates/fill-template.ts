import { clockTime, isoDay, weekdayName } from "../../lib/dates.ts";
import { t } from "../../lib/messages/t.ts";

/** Puts day, time and title in the places a template has for them. A word it does not know stays as it stands. */
export function fillTemplate(
  text: string,
  title: string,
  now = new Date(),
  more: Record<string, string> = {},
): string {
  const words: Record<string, string> = {
    date: isoDay(now),
    time: clockTime(now),
    weekday: weekdayName(now),
    title: title || t("Untitled"),
    ...more,
  };
  return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) => words[name.toLowerCase()] ?? whole);
}
