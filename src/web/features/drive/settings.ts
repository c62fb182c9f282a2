import type { SettingOfTab } from "../../kernel/settings/setting.ts";
import { t } from "../../lib/messages/t.ts";
import { deferred } from "../../ui/deferred.tsx";
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
  {
    tab: "data",
    id: "webdav",
    label: t("WebDAV"),
    help: t(
      "Import files from Nextcloud, ownCloud, a NAS or any other WebDAV server, and save notes and backups there.",
    ),
    keywords: t("webdav nextcloud owncloud nas import export files backup restore nightly encrypted"),
    Control: deferred(async () => (await import("./webdav-part.tsx")).WebdavPart),
    isWide: true,
  },
  {
    tab: "data",
    id: "server-folder",
    label: t("Folder on this server"),
    help: t("Files put into it come in as notes within a minute, and later changes are shown for review."),
    keywords: t("watched folder disk server files markdown sync import export backup"),
    Control: deferred(async () => (await import("./folder-part.tsx")).FolderPart),
    isWide: true,
  },
];
