import type { SettingOfTab } from "../../kernel/settings/setting.ts";
import { SampleSetting } from "./sample-setting.tsx";
import { t } from "../../lib/messages/t.ts";

export const onboarding: SettingOfTab[] = [
  {
    tab: "data",
    id: "sample-workspace",
    label: t("Sample workspace"),
    help: t("Five example notes to play with. Removed ones go to the trash; notes you changed stay."),
    keywords: t("example demo onboarding tutorial"),
    Control: SampleSetting,
  },
];
