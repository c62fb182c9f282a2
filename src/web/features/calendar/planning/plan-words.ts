import type { Estimates, Hours, LeftOut, Why } from "#contract/planning.ts";
import { momentAt } from "#language/moment.ts";
import { wallAt } from "#language/time-zone.ts";
import { minutesInWords } from "../../../kernel/tasks/minutes.ts";
import { shortDay } from "../../../lib/dates.ts";
import { language } from "../../../lib/messages/catalog.ts";
import { plural } from "../../../lib/messages/plural.ts";
import { t } from "../../../lib/messages/t.ts";
import { dateOf } from "../model/periods.ts";
import { spanTimeWords, timeWords } from "../model/times.ts";

type Times = { startsAt: string; endsAt: string };

/** "9:00 AM to 10:00 AM" on the clock of a zone. */
export function slotWords({ startsAt, endsAt }: Times, zone: string): string {
  const onClock = (instant: string) => momentAt(wallAt(Date.parse(instant), zone), false);
  return spanTimeWords({ start: onClock(startsAt), end: onClock(endsAt) });
}

function reasonWords({ reason, dueDate, dueTime }: Why): string {
  const day = dueDate ? shortDay(dateOf(dueDate)) : "";
  if (reason === "overdue") return t("Overdue since {day}.", { day });
  if (reason === "due-today")
    return dueTime
      ? t("Due this day at {time}.", { time: timeWords(`${dueDate}T${dueTime}`) })
      : t("Due this day.");
  if (reason === "my-day") return t("On My Day.");
  if (reason === "due-soon") return t("Due on {day}.", { day });
  return reason === "high-priority" ? t("High priority.") : t("Another task waits for it.");
}

const factorWords = (factor: number) => factor.toLocaleString(language, { maximumFractionDigits: 2 });

function lengthWords({ estimateMinutes, spentMinutes, factor }: Why): string {
  if (estimateMinutes === null) return t("No estimate, so half an hour.");
  const estimate = minutesInWords(estimateMinutes);
  if (spentMinutes > 0)
    return t("Estimated {estimate}, of which {spent} are spent.", {
      estimate,
      spent: minutesInWords(spentMinutes),
    });
  if (factor === 1) return t("Estimated {estimate}.", { estimate });
  return t("Estimated {estimate}; your tasks take {factor} times that.", {
    estimate,
    factor: factorWords(factor),
  });
}

/** Why a block is there, there, and as long as it is: whole sentences. */
export function whyWords(why: Why): string[] {
  return [
    reasonWords(why),
    lengthWords(why),
    ...(why.after === null ? [] : [t("Comes after {title}.", { title: why.after })]),
    ...(why.isAfterDueTime ? [t("There is no room before then.")] : []),
  ];
}

export function leftOutWords({ reason, minutes, longestFree }: LeftOut): string {
  if (reason === "waits") return t("It waits for a task that isn't done.");
  const needed = minutesInWords(minutes);
  if (longestFree < 1) return t("Needs {needed}; no time is left.", { needed });
  return t("Needs {needed} in one piece; the longest free time left is {free}.", {
    needed,
    free: minutesInWords(longestFree),
  });
}

export function hoursWords({ from, to, source }: Hours): string {
  const end = to === "24:00" ? "00:00" : to;
  const hours = spanTimeWords({ start: `2000-01-01T${from}`, end: `2000-01-02T${end}` });
  if (source === "chosen") return t("Working hours: {hours}.", { hours });
  return source === "learnt"
    ? t("Working hours: {hours}, from when you finish tasks.", { hours })
    : t("Working hours: {hours}. You can choose your own in Settings.", { hours });
}

/** What the account's record says of its estimates; null while it says nothing. */
export function estimatesWords({ factor, samples }: Estimates): string | null {
  if (factor === 1) return null;
  return plural(
    samples,
    {
      one: "Your tasks take {factor} times their estimates (median of {count} task).",
      other: "Your tasks take {factor} times their estimates (median of {count} tasks).",
    },
    { factor: factorWords(factor) },
  );
}
