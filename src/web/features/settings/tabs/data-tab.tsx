import { ExportAllSetting } from "../export-all-setting.tsx";
import { ExportNotesSetting } from "../export-notes-setting.tsx";
import type { Setting } from "../../../kernel/settings/setting.ts";
import { t } from "../../../lib/messages/t.ts";

export const dataSettings: Setting[] = [
  {
    id: "export-everything",
    label: t("Export everything"),
    help: t("One ZIP: your notes as Markdown in their folders, your files, and your account data as JSON."),
    keywords: t("backup download zip markdown takeout copy data"),
    Control: ExportAllSetting,
  },
  {
    id: "export-notes",
    label: t("Export notes as JSON"),
    help: t("All notes in one JSON file."),
    keywords: t("download json backup data"),
    Control: ExportNotesSetting,
  },
];
