import {
  AlarmClock,
  CalendarDays,
  Clock,
  Flag,
  Hash,
  type LucideIcon,
  MapPin,
  Repeat,
  Timer,
} from "lucide-react";
import type { Part, PartName, QuickAdd } from "#language/quick-add.ts";
import { dueWords } from "./due-phrase.ts";
import { clockTime } from "../../lib/dates.ts";
import { t } from "../../lib/messages/t.ts";
import { minutesInWords } from "./minutes.ts";

export const PART_ICONS: Record<PartName, LucideIcon> = {
  tag: Hash,
  priority: Flag,
  minutes: Timer,
  repeat: Repeat,
  reminder: AlarmClock,
  date: CalendarDays,
  time: Clock,
  span: CalendarDays,
  location: MapPin,
};

const PRIORITIES = { high: t("High priority"), medium: t("Medium priority"), low: t("Low priority") };

/** As what a part of a sentence was understood. `isPast` says of a reminder that it cannot ring any more. */
export function partWords({ part, text }: Part, said: QuickAdd, now: Date, isPast = false): string {
  const { date, time, endDate, endTime } = said;
  const day = (dueDate: string | null) =>
    dueWords({ dueDate, dueTime: null, completed: true }, now)?.words ?? text;
  const clock = (at: string) => clockTime(new Date(`${date ?? "2000-01-01"}T${at}`));
  if (part === "date") return day(date);
  if (part === "time") return time ? clock(time) : text;
  if (part === "priority") return said.priority ? PRIORITIES[said.priority] : text;
  if (part === "minutes") return said.minutes === null ? text : minutesInWords(said.minutes);
  if (part === "location") return said.location ?? text;
  if (part === "tag") return text.replace(/^#/, "");
  if (part === "reminder" && said.remindAt) {
    const at = new Date(said.remindAt);
    const when = `${day(said.remindAt.slice(0, 10))} ${clockTime(at)}`;
    return isPast ? t("No reminder: {when} has passed", { when }) : t("Reminder: {when}", { when });
  }
  if (part !== "span") return text;
  if (time && endTime) return t("{from} to {to}", { from: clock(time), to: clock(endTime) });
  return endDate ? t("{from} to {to}", { from: day(date), to: day(endDate) }) : day(date);
}
