import type { SettingOfTab } from "../../kernel/settings/setting.ts";
import { TitleBarSetting, useTitleBarDefault } from "./title-bar-setting.tsx";

export const frame: SettingOfTab[] = [
  {
    tab: "appearance",
    id: "title-bar",
    label: "Title bar",
    help: "Menu, title and window buttons above the page. In the installed app it is there whenever the browser leaves it the place.",
    keywords: "window desktop minimize maximize close fullscreen",
    Control: TitleBarSetting,
    useDefault: useTitleBarDefault,
  },
];
