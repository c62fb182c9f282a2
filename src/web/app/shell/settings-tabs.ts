import { Bell, Cpu, Database, HardDrive, Keyboard, Palette, ShieldCheck, UserRound } from "lucide-react";
import { accountSettings } from "../../features/settings/tabs/account-tab.tsx";
import { appearanceSettings } from "../../features/settings/tabs/appearance-tab.tsx";
import { dataSettings } from "../../features/settings/tabs/data-tab.tsx";
import { notificationSettings } from "../../features/settings/tabs/notifications-tab.tsx";
import { profileSettings } from "../../features/settings/tabs/profile-tab.tsx";
import { storageSettings } from "../../features/settings/tabs/storage-tab.tsx";
import type { Setting, SettingsTab, TabId } from "../../kernel/settings/setting.ts";
import * as nouns from "../noun-settings.ts";
import { t } from "../../lib/messages/t.ts";

const given = Object.values(nouns).flat();

/** A tab's own settings, and behind them what features have brought for it. */
const tab = (id: TabId, label: string, icon: SettingsTab["icon"], own: Setting[] = []): SettingsTab => ({
  id,
  label,
  icon,
  settings: [...own, ...given.filter((setting) => setting.tab === id)],
});

/** Every setting there is, in the order it is shown. */
export const settingsTabs: SettingsTab[] = [
  tab("profile", t("Profile"), UserRound, profileSettings),
  tab("account", t("Account and security"), ShieldCheck, accountSettings),
  tab("appearance", t("Appearance"), Palette, appearanceSettings),
  tab("notifications", t("Notifications"), Bell, notificationSettings),
  tab("storage", t("Storage"), HardDrive, storageSettings),
  tab("data", t("Import and export"), Database, dataSettings),
  tab("models", t("AI models"), Cpu),
  tab("shortcuts", t("Keyboard shortcuts"), Keyboard),
];
