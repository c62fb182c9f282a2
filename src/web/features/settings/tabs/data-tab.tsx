import { ExportAllSetting } from "../export-all-setting.tsx";
import { ExportNotesSetting } from "../export-notes-setting.tsx";
import type { Setting } from "../../../kernel/settings/setting.ts";

export const dataSettings: Setting[] = [
  {
    id: "export-everything",
    label: "Export everything",
    help: "One ZIP: your notes as Markdown in their folders, your files, and every row the server has of you as JSON.",
    keywords: "backup download zip markdown takeout copy data",
    Control: ExportAllSetting,
  },
  {
    id: "export-notes",
    label: "Export notes as JSON",
    help: "Your notes with their text in one file, for programs.",
    keywords: "download json backup data",
    Control: ExportNotesSetting,
  },
];
