import { History } from "lucide-react";
import type { Note } from "#contract/notes.ts";
import { defineManifest } from "../../kernel/manifest.ts";
import { ToHistory } from "./note-history.tsx";
import { t } from "../../lib/messages/t.ts";

declare module "../../kernel/actions/dialogs.ts" {
  interface Dialogs {
    "note-history": { note: Note };
  }
}

export const history = defineManifest({
  dialogs: { "note-history": ToHistory },
  activity: {
    types: {
      note_version_restored: { icon: History, words: t("Version restored"), group: "notes" },
    },
  },
});
