import { defineManifest } from "../../kernel/manifest.ts";
import { refreshDrive } from "./attempt.ts";

export const drive = defineManifest({
  laterActions: async () => (await import("./drive-actions.ts")).driveActions,
  // A changeset that was decided waits no more.
  live: { drive: refreshDrive, changeset: refreshDrive, note: refreshDrive },
});
