import type { SettingOfTab } from "../../kernel/settings/setting.ts";
import { DensitySetting, useDensityDefault } from "./density-setting.tsx";
import { TitleBarSetting, useTitleBarDefault } from "./title-bar-setting.tsx";
import { t } from "../../lib/messages/t.ts";

export const frame: SettingOfTab[] = [
  {
    tab: "appearance",
    id: "density",
    label: t("Density"),
    help: t("How close the rows of lists and of the sidebar stand."),
    keywords: t("compact comfortable rows spacing size"),
    Control: DensitySetting,
    useDefault: useDensityDefault,
  },
  {
    tab: "appearance",
    id: "title-bar",
    label: t("Title bar"),
    help: t(
      "Menu, title and window buttons above the page. The installed app shows it when the browser allows it.",
    ),
    keywords: t("window desktop minimize maximize close fullscreen"),
    Control: TitleBarSetting,
    useDefault: useTitleBarDefault,
  },
];
