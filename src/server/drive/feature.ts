import { defineFeature } from "../feature.ts";
import { makeBackup, planBackup } from "./backup/make-backup.ts";
import { revokeSealed } from "./connection.ts";
import { exportNote } from "./export-note.ts";
import { checkWatched } from "./folder/check-watched.ts";
import { watchFolders } from "./folder/watch-folders.ts";
import { importFile } from "./import-file.ts";
import { driveRoutes } from "./routes.ts";

export const driveFeature = defineFeature({
  routes: { drive: driveRoutes },
  jobs: [importFile, exportNote, planBackup, makeBackup, checkWatched, watchFolders],
  // The permission at Google goes with the account.
  outside: {
    keys: "SELECT user_id || ' ' || sealed_refresh AS key FROM public.drive_connections WHERE user_id = $1",
    remove: async (services, key) => {
      const [userId = "", sealed = ""] = key.split(" ");
      await revokeSealed(services, userId, sealed);
    },
  },
});
