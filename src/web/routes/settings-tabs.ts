import { Bell, Database, HardDrive, Keyboard, Palette, ShieldCheck, UserRound } from "lucide-react";
import { SampleSetting } from "../features/onboarding/sample-setting.tsx";
import { ImportSetting } from "../features/importing/import-setting.tsx";
import { SiteSetting } from "../features/mobile/site-setting.tsx";
import type { Setting, SettingsTab } from "../features/settings/setting.ts";
import { accountSettings } from "../features/settings/tabs/account-tab.tsx";
import { appearanceSettings } from "../features/settings/tabs/appearance-tab.tsx";
import { dataSettings } from "../features/settings/tabs/data-tab.tsx";
import { notificationSettings } from "../features/settings/tabs/notifications-tab.tsx";
import { profileSettings } from "../features/settings/tabs/profile-tab.tsx";
import { storageSettings } from "../features/settings/tabs/storage-tab.tsx";
import { TitleBarSetting, useTitleBarDefault } from "../features/frame/title-bar-setting.tsx";
import { InstallSetting } from "../features/installed/install-setting.tsx";
import { ShortcutSettings } from "../features/shortcuts/shortcut-settings.tsx";
import { useThisDevice } from "../lib/this-device.ts";

/** Another feature's setting is one entry: what it is called, what it is looked for by, and its control. */
const shortcutSettings: Setting[] = [
  {
    id: "keyboard-shortcuts",
    label: "Keyboard shortcuts",
    help: "Each action with its keys. Choose your own, or take them away; they follow you to every device.",
    keywords: "keys hotkeys map sequence rebind palette change",
    Control: ShortcutSettings,
    isWide: true,
  },
];

const sampleSettings: Setting[] = [
  {
    id: "sample-workspace",
    label: "Sample workspace",
    help: "Five notes of somebody's week, to try things on. Removed, they go into the trash; what you changed in them stays.",
    keywords: "example demo onboarding tutorial",
    Control: SampleSetting,
  },
];

const importSettings: Setting[] = [
  {
    id: "import",
    label: "Import",
    help: "From Obsidian, Notion, Evernote, Joplin, Word, PDF, EPUB, web pages, outlines, tables, and Cairn's own exports. You see what will be made first, and can undo it afterwards.",
    keywords:
      "markdown upload obsidian notion evernote joplin enex jex docx word pdf epub opml csv html zip folder md undo",
    Control: ImportSetting,
    isWide: true,
  },
];

const installSettings: Setting[] = [
  {
    id: "install-app",
    label: "Install app",
    help: "A window of its own, a start without the server, and a place in the share menu.",
    keywords: "pwa standalone home screen offline https http secure insecure connection desktop",
    Control: InstallSetting,
  },
];

const titleBarSettings: Setting[] = [
  {
    id: "title-bar",
    label: "Title bar",
    help: "Menu, title and window buttons above the page. In the installed app it is there whenever the browser leaves it the place.",
    keywords: "window desktop minimize maximize close fullscreen",
    Control: TitleBarSetting,
    useDefault: useTitleBarDefault,
  },
];

/** Only a phone or a tablet has a mobile app to choose. */
const siteSettings: Setting[] = useThisDevice.getState().isMobile
  ? [
      {
        id: "site",
        label: "Site on this device",
        help: "The mobile app is made for touch. The desktop site shows everything as on a computer.",
        keywords: "mobile desktop phone tablet version app",
        Control: SiteSetting,
      },
    ]
  : [];

/** Every setting there is, in the order it is shown. */
export const settingsTabs: SettingsTab[] = [
  { id: "profile", label: "Profile", icon: UserRound, settings: profileSettings },
  { id: "account", label: "Account and security", icon: ShieldCheck, settings: accountSettings },
  {
    id: "appearance",
    label: "Appearance",
    icon: Palette,
    settings: [...appearanceSettings, ...titleBarSettings, ...siteSettings],
  },
  { id: "notifications", label: "Notifications", icon: Bell, settings: notificationSettings },
  { id: "storage", label: "Storage", icon: HardDrive, settings: [...storageSettings, ...installSettings] },
  {
    id: "data",
    label: "Import and export",
    icon: Database,
    settings: [...dataSettings, ...importSettings, ...sampleSettings],
  },
  { id: "shortcuts", label: "Keyboard shortcuts", icon: Keyboard, settings: shortcutSettings },
];
