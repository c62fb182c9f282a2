import { FileUp, Upload } from "lucide-react";
import { openDialog } from "../../kernel/actions/dialogs.ts";
import { defineManifest } from "../../kernel/manifest.ts";
import { deferred } from "../../ui/deferred.tsx";
import { t } from "../../lib/messages/t.ts";

declare module "../../kernel/actions/dialogs.ts" {
  interface Dialogs {
    import: { importId?: string; folderId?: string | null };
  }
}

export const importing = defineManifest({
  actions: [
    {
      id: "import.open",
      after: "search.open",
      title: t("Import..."),
      group: "General",
      icon: FileUp,
      keywords: t(
        "obsidian notion evernote joplin todoist ticktick tasks markdown word docx pdf epub html opml csv ics calendar upload bring",
      ),
      run: () => openDialog({ kind: "import" }),
    },
  ],
  dialogs: { import: deferred(async () => (await import("./import-dialog.tsx")).ImportDialog) },
  activity: {
    types: {
      import_notes: { icon: Upload, words: t("Notes imported"), group: "transfer" },
    },
  },
});
