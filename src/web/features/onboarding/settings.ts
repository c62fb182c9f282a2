import type { SettingOfTab } from "../../kernel/settings/setting.ts";
import { SampleSetting } from "./sample-setting.tsx";
import { TourSetting } from "./tour-setting.tsx";
import { t } from "../../lib/messages/t.ts";

export const onboarding: SettingOfTab[] = [
  {
    tab: "appearance",
    id: "tour",
    label: t("Tour"),
    help: t("Six short steps through the dashboard, the sidebar, your notes and the settings."),
    keywords: t("guide introduction welcome onboarding help start again restart"),
    Control: TourSetting,
  },
  {
    tab: "data",
    id: "sample-workspace",
    label: t("Sample workspace"),
    help: t("Five example notes to play with. Removed ones go to the trash; notes you changed stay."),
    keywords: t("example demo onboarding tutorial"),
    Control: SampleSetting,
  },
];
