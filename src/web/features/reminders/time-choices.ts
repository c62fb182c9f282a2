import { isRepeatRule } from "#contract/shared/repeat-rule.ts";
import { dayIn, momentAt, wallOf } from "#language/moment.ts";
import type { Beginning } from "../../kernel/actions/remind-of.ts";
import { isoDay, weekdayName } from "../../lib/dates.ts";
import { t } from "../../lib/messages/t.ts";
import type { ReminderTime } from "./reminder-mutations.ts";

const EVENING = 18;
const MORNING = 9;
const HOURS_AHEAD = 3;

const localTime = (day: Date, hour: number) => `${isoDay(day)}T${String(hour).padStart(2, "0")}:00`;
const inDays = (now: Date, days: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);

type Choice = { words: string; time: ReminderTime };

const BEFORE = [
  [0, t("When it starts")],
  [10, t("10 minutes before")],
  [60, t("1 hour before")],
  [24 * 60, t("1 day before")],
] as const;

/** Times before an event. The reminder of one that repeats does so, too, as far as it falls on the days of the rule. */
export function choicesBefore({ localTime: start, timeZone, repeat }: Beginning): Choice[] {
  return BEFORE.map(([minutes, words]) => {
    const at = momentAt(wallOf(start) - minutes * 60_000, false);
    const repeats = repeat !== null && dayIn(at) === dayIn(start) && isRepeatRule(repeat);
    return { words, time: { localTime: at, ...(timeZone && { timeZone }), ...(repeats && { repeat }) } };
  });
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
