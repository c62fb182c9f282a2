import { shortcutSettings } from "../features/settings/tabs/shortcuts-tab.tsx";
import { ShortcutSettings } from "../features/shortcuts/shortcut-settings.tsx";

// Features do not know each other: the route puts the keys into their tab.
shortcutSettings.push({
  id: "keyboard-shortcuts",
  label: "Keyboard shortcuts",
  help: "Every action with its keys. They follow you to every device.",
  keywords: "keys hotkeys keyboard sequence rebind palette",
  Control: ShortcutSettings,
  isWide: true,
});
