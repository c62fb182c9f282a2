import type { SettingOfTab } from "../../kernel/settings/setting.ts";
import { InstallSetting } from "./install-setting.tsx";

export const installed: SettingOfTab[] = [
  {
    tab: "storage",
    id: "install-app",
    label: "Install app",
    help: "A window of its own, a start without the server, and a place in the share menu.",
    keywords: "pwa standalone home screen offline https http secure insecure connection desktop",
    Control: InstallSetting,
  },
];
