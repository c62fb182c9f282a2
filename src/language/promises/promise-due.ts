import { casual as german } from "chrono-node/de";
import { addMonths, clockAt, dayText, lastOfMonth, mondayOf, partsOf } from "../calendar.ts";
import { readQuickAdd } from "../quick-add.ts";

const END_OF_MONTH = /(?<![\p{L}])ende (?:des )?monats/iu;
const END_OF_WEEK = /(?<![\p{L}])ende der woche/iu;
const WEEKEND = /(?<![\p{L}])wochenende/iu;
const NEXT_WEEK = /(?<![\p{L}])(?:nächste|kommende)[rn]? woche/iu;
const DAY_AFTER_TOMORROW = /(?<![\p{L}])übermorgen/iu;
const OF_A_MONTH = /(?:bis zum|bis|am|vor dem) (?<date>\d{1,2})\.(?=\s*(?:$|[\p{Ll}]))/u;

/**
 * The day by which a sentence promises something, YYYY-MM-DD, or null.
 * @param now What the user's clock showed when it was written, as if it were UTC
 */
export function promiseDue(sentence: string, isGerman: boolean, now: Date): string | null {
  return isGerman ? germanDue(sentence, now) : readQuickAdd(sentence, { now }).date;
}

function germanDue(sentence: string, now: Date): string | null {
  const { today } = clockAt(now);
  const { year, month, date } = partsOf(today);
  if (END_OF_MONTH.test(sentence)) return dayText(lastOfMonth(year, month));
  if (END_OF_WEEK.test(sentence)) return dayText(mondayOf(today) + 6);
  if (WEEKEND.test(sentence)) return dayText(mondayOf(today) + 5 < today ? today : mondayOf(today) + 5);
  if (DAY_AFTER_TOMORROW.test(sentence)) return dayText(today + 2);
  const ofMonth = Number(OF_A_MONTH.exec(sentence)?.groups?.["date"] ?? 0);
  if (ofMonth >= 1 && ofMonth <= 28) {
    const first = today - date + 1;
    return dayText((ofMonth >= date ? first : addMonths(first, 1)) + ofMonth - 1);
  }
  if (ofMonth >= 29 && ofMonth <= 31) return dayText(Math.max(today, lastOfMonth(year, month)));
  const [read] = german.parse(sentence, { instant: now, timezone: 0 }, { forwardDate: true });
  const start = read?.start;
  if (start && (start.isCertain("day") || start.isCertain("weekday")))
    return start.date().toISOString().slice(0, 10);
  return NEXT_WEEK.test(sentence) ? dayText(mondayOf(today) + 7) : null;
}
