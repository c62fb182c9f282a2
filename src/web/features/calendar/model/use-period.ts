import { useState } from "react";
import { momentAt } from "#language/moment.ts";
import { clockOf } from "#language/time-zone.ts";
import { usePreferences } from "../../../kernel/workspace/frame.ts";
import { browserTimeZone } from "../../../lib/dates.ts";
import { useMinute } from "../../../lib/use-minute.ts";
import { useTimeChoices } from "../../../ui/dates/time.tsx";
import { type CalendarSearch, type CalendarView, choicesOf, periodOf } from "./periods.ts";

/** The days that an address asks for, on the account's clock. @param usualView What it shows where the address says nothing */
export function usePeriod(search: Pick<CalendarSearch, "view" | "on">, usualView: () => CalendarView) {
  useTimeChoices();
  const timeZone = usePreferences()?.settings.timeZone ?? browserTimeZone();
  useMinute();
  const nowOf = () => momentAt(clockOf(new Date(), timeZone).getTime(), false);
  const today = nowOf().slice(0, 10);
  const [usual] = useState(usualView);
  const { view, on } = choicesOf(search, today, usual);
  return { timeZone, nowOf, today, view, on, period: periodOf(view, on) };
}
