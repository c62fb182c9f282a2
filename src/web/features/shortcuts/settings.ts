import type { SettingOfTab } from "../../kernel/settings/setting.ts";
import { ShortcutSettings } from "./shortcut-settings.tsx";
import { t } from "../../lib/messages/t.ts";

export const shortcuts: SettingOfTab[] = [
  {
    tab: "shortcuts",
    id: "keyboard-shortcuts",
    label: t("Change shortcuts"),
    help: t("Customize shortcuts; they sync to all devices."),
    keywords: t("keys hotkeys map sequence rebind palette change"),
    Control: ShortcutSettings,
    isWide: true,
  },
];
