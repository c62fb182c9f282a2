import type { SettingOfTab } from "../../kernel/settings/setting.ts";
import { SampleSetting } from "./sample-setting.tsx";
import { t } from "../../lib/messages/t.ts";

export const onboarding: SettingOfTab[] = [
  {
    tab: "data",
    id: "sample-workspace",
    label: t("Sample workspace"),
    help: t(
      "Five notes of somebody's week, to try things on. Removed, they go into the trash; what you changed in them stays.",
    ),
    keywords: t("example demo onboarding tutorial"),
    Control: SampleSetting,
  },
];
