import { ExportAllSetting } from "../export-all-setting.tsx";
import { ExportNotesSetting } from "../export-notes-setting.tsx";
import { ImportSetting } from "../import-setting.tsx";
import type { Setting } from "../setting.ts";

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
  {
    id: "import",
    label: "Import",
    help: "Markdown files, a folder of them, or a ZIP. Folders become folders; title, tags and dates are read from front matter.",
    keywords: "markdown upload obsidian zip folder md",
    Control: ImportSetting,
    isWide: true,
  },
];
