import type { SettingOfTab } from "../../kernel/settings/setting.ts";
import { ImportSetting } from "./import-setting.tsx";
import { t } from "../../lib/messages/t.ts";

export const importing: SettingOfTab[] = [
  {
    tab: "data",
    id: "import",
    label: t("Import"),
    help: t(
      "From Markdown, Obsidian, Notion, Evernote, Joplin, Todoist, TickTick, Word, PDF, EPUB, web pages, outlines, tables, calendars and Cairn's own exports. Preview everything first, and undo it afterward.",
    ),
    keywords: t(
      "markdown upload obsidian notion evernote joplin todoist ticktick tasks enex jex docx word pdf epub opml csv ics calendar html zip folder md undo",
    ),
    Control: ImportSetting,
    isWide: true,
  },
];
