import { clockOf } from "#language/time-zone.ts";
import { browserTimeZone, isoDay } from "../../lib/dates.ts";
import { cachedFrame } from "../workspace/frame.ts";

/** What the account's clock shows at an instant, which is not this device's everywhere, as a date of this device. */
export function onAccountClock(
  instant: Date,
  zone = cachedFrame()?.preferences.settings.timeZone ?? browserTimeZone(),
): Date {
  return new Date(clockOf(instant, zone).toISOString().slice(0, -1));
}

/** The account's day (YYYY-MM-DD), or one so many days later. */
export function accountDay(later = 0): string {
  const day = onAccountClock(new Date());
  day.setDate(day.getDate() + later);
  return isoDay(day);
}
