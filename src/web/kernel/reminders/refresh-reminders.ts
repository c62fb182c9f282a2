import { api, invalidate } from "../../platform/api.ts";
import { refreshWhenSettled } from "../refresh-when-settled.ts";

export const { refresh: refreshReminders, attempt } = refreshWhenSettled(["reminders"], () =>
  invalidate(api.reminders.key()),
);
