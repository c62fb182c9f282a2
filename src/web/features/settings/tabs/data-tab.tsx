import { ExportAllSetting } from "../export-all-setting.tsx";
import { ExportNotesSetting } from "../export-notes-setting.tsx";
import type { Setting } from "../../../kernel/settings/setting.ts";
import { t } from "../../../lib/messages/t.ts";

export const dataSettings: Setting[] = [
  {
    id: "export-everything",
    label: t("Export everything"),
    help: t(
      "One ZIP: your notes as Markdown in their folders, your files, and every row the server has of you as JSON.",
    ),
    keywords: t("backup download zip markdown takeout copy data"),
    Control: ExportAllSetting,
  },
  {
    id: "export-notes",
    label: t("Export notes as JSON"),
    help: t("Your notes with their text in one file, for programs."),
    keywords: t("download json backup data"),
    Control: ExportNotesSetting,
  },
];
