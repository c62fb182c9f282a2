import { signedIn } from "../base.ts";
import { nameVersion, restoreVersion } from "./keep-version.ts";
import { compareVersions, getVersion, listVersions } from "./versions.ts";

const { notes } = signedIn;

/** Part of `notes`. */
export const historyRoutes = {
  versions: notes.versions.handler(({ input, context }) =>
    listVersions(context.db, context.collab, context.userId, input),
  ),
  version: notes.version.handler(({ input, context }) =>
    getVersion(context.db, context.collab, context.userId, input),
  ),
  compareVersions: notes.compareVersions.handler(({ input, context }) =>
    compareVersions(context.db, context.collab, context.userId, input),
  ),
  restoreVersion: notes.restoreVersion.handler(({ input, context }) =>
    restoreVersion(context.db, context.collab, context.userId, input),
  ),
  nameVersion: notes.nameVersion.handler(({ input, context }) =>
    nameVersion(context.db, context.userId, input),
  ),
};
