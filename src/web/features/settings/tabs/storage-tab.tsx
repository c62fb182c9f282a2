import type { Setting } from "../../../kernel/settings/setting.ts";
import { ClearDeviceSetting } from "../clear-device-setting.tsx";
import { DeviceStorageSetting } from "../device-storage-setting.tsx";
import { ServerStorageSetting } from "../server-storage-setting.tsx";

export const storageSettings: Setting[] = [
  {
    id: "device-storage",
    label: "On this device",
    help: "Your notes are kept here as well, so that they open at once and without a connection.",
    keywords: "offline persist keep browser quota space indexeddb",
    Control: DeviceStorageSetting,
  },
  {
    id: "server-storage",
    label: "On the server",
    help: "What your account holds.",
    keywords: "files bytes notes size quota space",
    Control: ServerStorageSetting,
  },
  {
    id: "clear-device",
    label: "Clear this device",
    help: "Removes what this browser keeps and fetches it anew. The server keeps everything; you stay signed in.",
    keywords: "cache reset offline delete local",
    Control: ClearDeviceSetting,
  },
];
