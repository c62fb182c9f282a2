import type { SettingOfTab } from "../../kernel/settings/setting.ts";
import { t } from "../../lib/messages/t.ts";
import { DriveSetting } from "./drive-setting.tsx";

export const drive: SettingOfTab[] = [
  {
    tab: "data",
    id: "google-drive",
    label: t("Google Drive"),
    help: t("Import Google Docs, Sheets and files, and save notes there."),
    keywords: t("google docs sheets cloud import export connect"),
    Control: DriveSetting,
  },
];
