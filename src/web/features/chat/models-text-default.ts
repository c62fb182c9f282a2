import { changePreferences } from "../../kernel/workspace/change-preferences.ts";
import { usePreferences } from "../../kernel/workspace/frame.ts";
import type { DefaultState } from "../../kernel/settings/setting.ts";
import { t } from "../../lib/messages/t.ts";

/** What equals the default is not kept. */
export const leaveOutModels = (isLeftOut: boolean) =>
  changePreferences(
    { settings: { chatLeavesOutModels: isLeftOut ? true : null } },
    { words: t("Changed where Chat looks"), isQuiet: true },
  );

export const useLeavesOutModels = (): boolean => usePreferences()?.settings.chatLeavesOutModels === true;

export function useModelsTextDefault(): DefaultState {
  return { isDefault: !useLeavesOutModels(), reset: () => Promise.resolve(leaveOutModels(false)) };
}
