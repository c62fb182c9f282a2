import { Download, Link, Unlink, Upload } from "lucide-react";
import { defineManifest } from "../../kernel/manifest.ts";
import { t } from "../../lib/messages/t.ts";
import { api, invalidate } from "../../platform/api.ts";

const refresh = () => invalidate(api.drive.key());

export const drive = defineManifest({
  // A changeset that was decided waits no more.
  live: { drive: refresh, changeset: refresh, note: refresh },
  activity: {
    types: {
      drive_connected: { icon: Link, words: t("Google Drive connected"), group: "settings" },
      drive_disconnected: { icon: Unlink, words: t("Google Drive disconnected"), group: "settings" },
      drive_imported: { icon: Download, words: t("Imported from Google Drive"), group: "transfer" },
      drive_exported: { icon: Upload, words: t("Exported to Google Drive"), group: "transfer" },
    },
  },
});
