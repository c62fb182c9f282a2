import type { SettingOfTab } from "../../kernel/settings/setting.ts";
import { InstallSetting } from "./install-setting.tsx";
import { t } from "../../lib/messages/t.ts";

export const installed: SettingOfTab[] = [
  {
    tab: "storage",
    id: "install-app",
    label: t("Install app"),
    help: t("Opens in its own window, works offline, and appears in the share menu."),
    keywords: t("pwa standalone home screen offline https http secure insecure connection desktop"),
    Control: InstallSetting,
  },
];
