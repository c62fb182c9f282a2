import { weekdayName } from "../../../lib/dates.ts";
import { language } from "../../../lib/messages/catalog.ts";
import { plural } from "../../../lib/messages/plural.ts";
import { t } from "../../../lib/messages/t.ts";

const DAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
/** A Monday. */
const MONDAY = Date.UTC(2024, 0, 1, 12);
const DAY_MS = 86_400_000;

function every(frequency: string, count: number): string | null {
  if (frequency === "DAILY") return plural(count, { one: "every day", other: "every {count} days" });
  if (frequency === "WEEKLY") return plural(count, { one: "every week", other: "every {count} weeks" });
  if (frequency === "MONTHLY") return plural(count, { one: "every month", other: "every {count} months" });
  if (frequency === "YEARLY") return plural(count, { one: "every year", other: "every {count} years" });
  return null;
}

/** "every 2 weeks on Monday and Friday"; a rule that says more is a rule of its own. */
export function ruleWords(rule: string): string {
  const parts = new Map(rule.split(";").map((part) => part.split("=", 2) as [string, string]));
  const words = every(parts.get("FREQ") ?? "", Number(parts.get("INTERVAL") ?? 1));
  const days = parts.get("BYDAY")?.split(",") ?? [];
  const others = [...parts.keys()].filter((name) => !["FREQ", "INTERVAL", "BYDAY", "WKST"].includes(name));
  if (!words || others.length > 0 || days.some((day) => !DAYS.includes(day)))
    return t("by a rule of its own");
  if (days.length === 0) return words;
  const named = days.map((day) => weekdayName(new Date(MONDAY + DAYS.indexOf(day) * DAY_MS)));
  return t("{every} on {days}", { every: words, days: new Intl.ListFormat(language).format(named) });
}
