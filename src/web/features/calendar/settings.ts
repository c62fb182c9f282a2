import type { SettingOfTab } from "../../kernel/settings/setting.ts";
import { t } from "../../lib/messages/t.ts";
import { BriefsSetting, useBriefsDefault } from "./briefs/briefs-setting.tsx";
import { useWorkingHoursDefault, WorkingHoursSetting } from "./planning/working-hours-setting.tsx";

export const calendar: SettingOfTab[] = [
  {
    tab: "notifications",
    id: "working-hours",
    label: t("Working hours"),
    help: t("When Cairn looks for free time. Otherwise they are learned from when you finish tasks."),
    keywords: t("plan my day free time find slot office schedule calendar"),
    Control: WorkingHoursSetting,
    useDefault: useWorkingHoursDefault,
  },
  {
    tab: "notifications",
    id: "briefs",
    label: t("Briefs"),
    help: t("What your notes say about events, as a notification. Made from your own words, without AI."),
    keywords: t("morning meeting prepare agenda summary before event"),
    Control: BriefsSetting,
    useDefault: useBriefsDefault,
  },
];
