import type { SettingOfTab } from "../../kernel/settings/setting.ts";
import { SampleSetting } from "./sample-setting.tsx";

export const onboarding: SettingOfTab[] = [
  {
    tab: "data",
    id: "sample-workspace",
    label: "Sample workspace",
    help: "Five notes of somebody's week, to try things on. Removed, they go into the trash; what you changed in them stays.",
    keywords: "example demo onboarding tutorial",
    Control: SampleSetting,
  },
];
