import { isoDay, weekdayName } from "../../lib/dates.ts";
import { t } from "../../lib/messages/t.ts";

const EVENING = 18;
const MORNING = 9;
const HOURS_AHEAD = 3;

const localTime = (day: Date, hour: number) => `${isoDay(day)}T${String(hour).padStart(2, "0")}:00`;
const inDays = (now: Date, days: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);

/** Times that people choose most, as the account's clock shows them. */
export function timeChoices(now: Date): { words: string; localTime: string }[] {
  const soon = now.getHours() + HOURS_AHEAD;
  const monday = inDays(now, (8 - now.getDay()) % 7 || 7);
  return [
    ...(soon < EVENING ? [{ words: t("Later today"), localTime: localTime(now, soon) }] : []),
    ...(now.getHours() < EVENING ? [{ words: t("This evening"), localTime: localTime(now, EVENING) }] : []),
    { words: t("Tomorrow morning"), localTime: localTime(inDays(now, 1), MORNING) },
    { words: t("Next {weekday}", { weekday: weekdayName(monday) }), localTime: localTime(monday, MORNING) },
  ];
}
