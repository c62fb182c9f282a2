import type { PreferenceSettings } from "#contract/preferences.ts";
import { changePreferences } from "../../kernel/workspace/change-preferences.ts";
import { cachedFrame, usePreferences } from "../../kernel/workspace/frame.ts";

export type ReminderChoices = NonNullable<PreferenceSettings["reminders"]>;

export const useReminderChoices = (): ReminderChoices => usePreferences()?.settings.reminders ?? {};

/** The server keeps the choices as one: what is not changed goes along. */
export const chooseReminders = (change: ReminderChoices): Promise<boolean> =>
  changePreferences({
    settings: { reminders: { ...cachedFrame()?.preferences.settings.reminders, ...change } },
  });
