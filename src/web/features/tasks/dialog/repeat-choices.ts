import { onAccountClock } from "../../../kernel/account/account-clock.ts";
import { weekdayName } from "../../../lib/dates.ts";
import { t } from "../../../lib/messages/t.ts";
import { dateOf } from "../list/task-groups.ts";

type Choice = { rule: string; words: string };

const WEEKDAYS = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];

/** How often a task may come again, as rules of RFC 5545; one's own rule stays among them. */
export function repeatChoices(current: string | null, due: string | null): Choice[] {
  const day = due ? dateOf(due) : onAccountClock(new Date());
  const choices: Choice[] = [
    { rule: "", words: t("Never") },
    { rule: "FREQ=DAILY", words: t("Every day") },
    { rule: "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", words: t("Every weekday") },
    {
      rule: `FREQ=WEEKLY;BYDAY=${WEEKDAYS[day.getDay()]}`,
      words: t("Every week on {weekday}", { weekday: weekdayName(day) }),
    },
    { rule: "FREQ=WEEKLY", words: t("Every week") },
    { rule: "FREQ=WEEKLY;INTERVAL=2", words: t("Every two weeks") },
    {
      rule: `FREQ=MONTHLY;BYMONTHDAY=${day.getDate()}`,
      words: t("Every month on day {day}", { day: day.getDate() }),
    },
    { rule: "FREQ=MONTHLY", words: t("Every month") },
    { rule: "FREQ=YEARLY", words: t("Every year") },
  ];
  if (current && !choices.some(({ rule }) => rule === current))
    choices.push({ rule: current, words: t("As it is set now") });
  return choices;
}
