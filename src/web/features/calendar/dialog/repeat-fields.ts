import { weekdayName } from "../../../lib/dates.ts";
import { t } from "../../../lib/messages/t.ts";
import { dateOf } from "../model/periods.ts";

/** A rule in the parts of the dialog: how often, and until when. */
export type Repetition = { rule: string; ends: "never" | "on" | "after"; until: string; count: string };

const WEEKDAYS = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];
const USUAL_COUNT = "10";

/** A weekly rule that names the weekday of its event says no more than one that names none. */
function plain(rule: string, day: string): string {
  const date = dateOf(day);
  if (rule === `FREQ=WEEKLY;BYDAY=${WEEKDAYS[date.getDay()]}`) return "FREQ=WEEKLY";
  return rule === `FREQ=MONTHLY;BYMONTHDAY=${date.getDate()}` ? "FREQ=MONTHLY" : rule;
}

/** @param day on which the event is, by which rules name weekdays */
export function readRepetition(repeat: string | null, day: string): Repetition {
  const parts = (repeat ?? "").split(";");
  const valueOf = (name: string) => parts.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1);
  const [count, end] = [valueOf("COUNT"), valueOf("UNTIL")];
  const rule = parts.filter((part) => !/^(COUNT|UNTIL)=/.test(part)).join(";");
  return {
    rule: plain(rule, day),
    ends: end ? "on" : count ? "after" : "never",
    until: end ? `${end.slice(0, 4)}-${end.slice(4, 6)}-${end.slice(6, 8)}` : "",
    count: count ?? USUAL_COUNT,
  };
}

export function writeRepetition({ rule, ends, until, count }: Repetition): string | null {
  if (rule === "") return null;
  if (ends === "on" && until) return `${rule};UNTIL=${until.replaceAll("-", "")}`;
  if (ends === "after" && Number(count) >= 1)
    return `${rule};COUNT=${Math.min(9999, Math.floor(Number(count)))}`;
  return rule;
}

/** How often an event may come again; a rule that is none of these stays among them. */
export function repetitions(current: string, day: string): { rule: string; words: string }[] {
  const date = dateOf(day);
  const choices = [
    { rule: "", words: t("Never") },
    { rule: "FREQ=DAILY", words: t("Every day") },
    { rule: "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", words: t("Every weekday") },
    { rule: "FREQ=WEEKLY", words: t("Every week on {weekday}", { weekday: weekdayName(date) }) },
    { rule: "FREQ=MONTHLY", words: t("Every month on day {day}", { day: date.getDate() }) },
    { rule: "FREQ=YEARLY", words: t("Every year") },
  ];
  if (!choices.some(({ rule }) => rule === current))
    choices.push({ rule: current, words: t("As it is set now") });
  return choices;
}
