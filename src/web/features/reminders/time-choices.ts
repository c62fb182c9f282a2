import type { Beginning } from "../../kernel/actions/remind-of.ts";
import { clockTime, isoDay, weekdayName } from "../../lib/dates.ts";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";
import type { ReminderTime } from "../../kernel/reminders/reminder-mutations.ts";

const EVENING = 18;
const MORNING = 9;
const HOURS_AHEAD = 3;

const localTime = (day: Date, hour: number) => `${isoDay(day)}T${String(hour).padStart(2, "0")}:00`;
const inDays = (now: Date, days: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);

type Choice = { words: string; time: ReminderTime };

const DAY = 24 * 60;
/** Minutes of the day at which one is reminded of a day. */
const AT_NINE = MORNING * 60;
const BEFORE_TIME = [0, 10, 60, DAY];
const BEFORE_DAY = [-AT_NINE, DAY - AT_NINE, 7 * DAY - AT_NINE];

/** Before a task or event, going along with it. */
export const choicesBefore = ({ isTimed }: Beginning): Choice[] =>
  (isTimed ? BEFORE_TIME : BEFORE_DAY).map((minutesBefore) => ({
    words: beforeWords(minutesBefore, isTimed),
    time: { minutesBefore },
  }));

/** @param isTimed Whether what it is before begins at a time */
export function beforeWords(minutes: number, isTimed = true): string {
  if (isTimed)
    return minutes === 0 ? t("When it starts") : t("{length} before", { length: lengthWords(minutes) });
  const days = Math.ceil(minutes / DAY);
  const time = clockTime(new Date(2026, 0, 1, 0, days * DAY - minutes));
  if (days === 0) return t("On the day at {time}", { time });
  return t("{length} before at {time}", { length: lengthWords(days * DAY), time });
}

function lengthWords(minutes: number): string {
  if (minutes % (7 * DAY) === 0)
    return plural(minutes / (7 * DAY), { one: "1 week", other: "{count} weeks" });
  if (minutes % DAY === 0) return plural(minutes / DAY, { one: "1 day", other: "{count} days" });
  if (minutes % 60 === 0) return plural(minutes / 60, { one: "1 hour", other: "{count} hours" });
  return plural(minutes, { one: "1 minute", other: "{count} minutes" });
}

/** Times that people choose most, as the account's clock shows them. */
export function timeChoices(now: Date): Choice[] {
  const soon = now.getHours() + HOURS_AHEAD;
  const monday = inDays(now, (8 - now.getDay()) % 7 || 7);
  const choices = [
    ...(soon < EVENING ? [{ words: t("Later today"), localTime: localTime(now, soon) }] : []),
    ...(now.getHours() < EVENING ? [{ words: t("This evening"), localTime: localTime(now, EVENING) }] : []),
    { words: t("Tomorrow morning"), localTime: localTime(inDays(now, 1), MORNING) },
    { words: t("Next {weekday}", { weekday: weekdayName(monday) }), localTime: localTime(monday, MORNING) },
  ];
  return choices.map(({ words, localTime: at }) => ({ words, time: { localTime: at } }));
}
