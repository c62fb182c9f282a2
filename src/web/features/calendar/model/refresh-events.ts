import { refreshWhenSettled } from "../../../kernel/refresh-when-settled.ts";
import { api, invalidate } from "../../../platform/api.ts";

export const { refresh: refreshEvents, whileChanging } = refreshWhenSettled(["events", "calendars"], () => {
  invalidate(api.events.key());
  invalidate(api.attendees.key());
  invalidate(api.calendars.key());
  invalidate(api.trash.key());
  invalidate(api.planning.key());
  // They count events.
  invalidate(api.projects.key());
});
