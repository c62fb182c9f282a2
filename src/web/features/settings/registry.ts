import { Bell, Database, HardDrive, Keyboard, Palette, ShieldCheck, UserRound } from "lucide-react";
import type { SettingsTab } from "./setting.ts";
import { accountSettings } from "./tabs/account-tab.tsx";
import { appearanceSettings } from "./tabs/appearance-tab.tsx";
import { dataSettings } from "./tabs/data-tab.tsx";
import { notificationSettings } from "./tabs/notifications-tab.tsx";
import { profileSettings } from "./tabs/profile-tab.tsx";
import { shortcutSettings } from "./tabs/shortcuts-tab.tsx";
import { storageSettings } from "./tabs/storage-tab.tsx";

const all: SettingsTab[] = [
  { id: "profile", label: "Profile", icon: UserRound, settings: profileSettings },
  { id: "account", label: "Account and security", icon: ShieldCheck, settings: accountSettings },
  { id: "appearance", label: "Appearance", icon: Palette, settings: appearanceSettings },
  { id: "notifications", label: "Notifications", icon: Bell, settings: notificationSettings },
  { id: "storage", label: "Storage", icon: HardDrive, settings: storageSettings },
  { id: "data", label: "Import and export", icon: Database, settings: dataSettings },
  { id: "shortcuts", label: "Keyboard shortcuts", icon: Keyboard, settings: shortcutSettings },
];

/** Every setting there is, in the order it is shown. */
export const settingsTabs = all.filter(({ settings }) => settings.length > 0);
