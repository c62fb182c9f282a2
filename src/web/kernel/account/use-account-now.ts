import { browserTimeZone } from "../../lib/dates.ts";
import { useMinute } from "../../lib/use-minute.ts";
import { usePreferences } from "../workspace/frame.ts";
import { onAccountClock } from "./account-clock.ts";

/** What the account's clock shows; also once its zone is known, or is another. */
export function useAccountNow(): Date {
  const zone = usePreferences()?.settings.timeZone ?? browserTimeZone();
  return onAccountClock(useMinute(), zone);
}
