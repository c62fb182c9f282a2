import { momentAt } from "#language/moment.ts";
import { clockOf } from "#language/time-zone.ts";
import { usePreferences } from "../../kernel/workspace/frame.ts";
import { browserTimeZone } from "../../lib/dates.ts";
import { useMinute } from "../../lib/use-minute.ts";
import { AddEvent } from "./add-event.tsx";

/** An event, in the sheet of the phone's +; one that names no day is today's. */
export function CaptureEvent({ onAdded }: { onAdded: () => void }) {
  const timeZone = usePreferences()?.settings.timeZone ?? browserTimeZone();
  const today = momentAt(clockOf(useMinute(), timeZone).getTime(), false).slice(0, 10);
  return <AddEvent on={today} timeZone={timeZone} onMade={onAdded} />;
}
