import { api, invalidate } from "../../platform/api.ts";

/** Asks anew for what happens and for the calendars. */
export function refreshCalendar(): void {
  invalidate(api.events.key());
  invalidate(api.calendars.key());
  invalidate(api.trash.key());
}
