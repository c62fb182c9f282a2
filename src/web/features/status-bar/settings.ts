import type { DefaultState, SettingOfTab } from "../../kernel/settings/setting.ts";
import { t } from "../../lib/messages/t.ts";
import { deferred } from "../../ui/deferred.tsx";
import { isInitial, resetStatus, useStatusChoice } from "./status-choice.ts";

const StatusSettings = deferred(async () => (await import("./status-settings.tsx")).StatusSettings);

function useStatusDefault(): DefaultState {
  return { isDefault: isInitial(useStatusChoice()), reset: resetStatus };
}

export const statusBar: SettingOfTab[] = [
  {
    tab: "appearance",
    id: "status-bar",
    label: t("Status bar"),
    help: t("A line that runs below the banner of your dashboard."),
    keywords: t("ticker message scroll speed dashboard banner marquee"),
    Control: StatusSettings,
    useDefault: useStatusDefault,
    isWide: true,
  },
];
