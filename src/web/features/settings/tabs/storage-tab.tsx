import type { Setting } from "../../../kernel/settings/setting.ts";
import { ClearDeviceSetting } from "../clear-device-setting.tsx";
import { DeviceStorageSetting } from "../device-storage-setting.tsx";
import { ServerStorageSetting } from "../server-storage-setting.tsx";
import { t } from "../../../lib/messages/t.ts";

export const storageSettings: Setting[] = [
  {
    id: "device-storage",
    label: t("On this device"),
    help: t("Your notes are also stored here, so they open instantly and work offline."),
    keywords: t("offline persist keep browser quota space indexeddb"),
    Control: DeviceStorageSetting,
  },
  {
    id: "server-storage",
    label: t("On the server"),
    help: t("What your account uses."),
    keywords: t("files bytes notes size quota space"),
    Control: ServerStorageSetting,
  },
  {
    id: "clear-device",
    label: t("Clear this device"),
    help: t("Clears local data and downloads it again. You stay signed in."),
    keywords: t("cache reset offline delete local"),
    Control: ClearDeviceSetting,
  },
];
