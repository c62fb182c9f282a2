import type { SettingOfTab } from "../../kernel/settings/setting.ts";
import { DensitySetting, useDensityDefault } from "./density-setting.tsx";
import { ClockSetting, useClockDefault, useWeekStartDefault, WeekStartSetting } from "./time-settings.tsx";
import { TitleBarSetting, useTitleBarDefault } from "./title-bar-setting.tsx";
import { t } from "../../lib/messages/t.ts";

export const frame: SettingOfTab[] = [
  {
    tab: "appearance",
    id: "density",
    label: t("Density"),
    help: t("Spacing between rows in lists and the sidebar."),
    keywords: t("compact comfortable rows spacing size"),
    Control: DensitySetting,
    useDefault: useDensityDefault,
  },
  {
    tab: "appearance",
    id: "time-format",
    label: t("Time format"),
    help: t("How times are written on all your devices."),
    keywords: t("clock hours 12 24 am pm hour cycle date"),
    Control: ClockSetting,
    useDefault: useClockDefault,
  },
  {
    tab: "appearance",
    id: "week-start",
    label: t("First day of the week"),
    help: t("Where a week begins in calendars."),
    keywords: t("calendar date picker monday sunday saturday start"),
    Control: WeekStartSetting,
    useDefault: useWeekStartDefault,
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
