import type { Setting } from "../../../kernel/settings/setting.ts";
import { ClearDeviceSetting } from "../clear-device-setting.tsx";
import { DeviceStorageSetting } from "../device-storage-setting.tsx";
import { ServerStorageSetting } from "../server-storage-setting.tsx";
import { t } from "../../../lib/messages/t.ts";

export const storageSettings: Setting[] = [
  {
    id: "device-storage",
    label: t("On this device"),
    help: t("Your notes are kept here as well, so that they open at once and without a connection."),
    keywords: t("offline persist keep browser quota space indexeddb"),
    Control: DeviceStorageSetting,
  },
  {
    id: "server-storage",
    label: t("On the server"),
    help: t("What your account holds."),
    keywords: t("files bytes notes size quota space"),
    Control: ServerStorageSetting,
  },
  {
    id: "clear-device",
    label: t("Clear this device"),
    help: t(
      "Removes what this browser keeps and fetches it anew. The server keeps everything; you stay signed in.",
    ),
    keywords: t("cache reset offline delete local"),
    Control: ClearDeviceSetting,
  },
];
