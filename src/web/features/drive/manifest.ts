import { Download, Link2, Unlink, Upload } from "lucide-react";
import { goTo } from "../../kernel/actions/go-to.ts";
import { noteOf } from "../../kernel/actions/subject.ts";
import { defineManifest } from "../../kernel/manifest.ts";
import { t } from "../../lib/messages/t.ts";
import { api, invalidate } from "../../platform/api.ts";

const refresh = () => invalidate(api.drive.key());

export const drive = defineManifest({
  actions: [
    goTo({
      id: "drive",
      title: t("Google Drive"),
      icon: Link2,
      href: "/app/drive",
      keywords: t("google docs sheets import"),
      after: "go.gallery",
    }),
    {
      id: "note.drive",
      after: "note.export",
      title: t("Export to Google Drive"),
      group: "Note",
      icon: Upload,
      keywords: t("google docs cloud"),
      isAvailable: (context) => {
        const note = noteOf(context);
        return context.via === "palette" && note !== null && note.trashedAt === null && !note.isForeign;
      },
      run: async (context) => {
        const note = noteOf(context);
        if (note) await (await import("./drive-mutations.ts")).exportToDrive(note.id);
      },
    },
  ],
  // A changeset that was decided waits no more.
  live: { drive: refresh, changeset: refresh, note: refresh },
  activity: {
    types: {
      drive_connected: { icon: Link2, words: t("Google Drive connected"), group: "settings" },
      drive_disconnected: { icon: Unlink, words: t("Google Drive disconnected"), group: "settings" },
      drive_imported: { icon: Download, words: t("Imported from Google Drive"), group: "transfer" },
      drive_exported: { icon: Upload, words: t("Exported to Google Drive"), group: "transfer" },
    },
  },
});
