import { defineManifest } from "../../kernel/manifest.ts";
import { api, invalidate } from "../../platform/api.ts";

const refresh = () => invalidate(api.drive.key());

export const drive = defineManifest({
  laterActions: async () => (await import("./drive-actions.ts")).driveActions,
  // A changeset that was decided waits no more.
  live: { drive: refresh, changeset: refresh, note: refresh },
});
