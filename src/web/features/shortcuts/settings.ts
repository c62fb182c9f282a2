import type { SettingOfTab } from "../../kernel/settings/setting.ts";
import { ShortcutSettings } from "./shortcut-settings.tsx";

export const shortcuts: SettingOfTab[] = [
  {
    tab: "shortcuts",
    id: "keyboard-shortcuts",
    label: "Keyboard shortcuts",
    help: "Each action with its keys. Choose your own, or take them away; they follow you to every device.",
    keywords: "keys hotkeys map sequence rebind palette change",
    Control: ShortcutSettings,
    isWide: true,
  },
];
