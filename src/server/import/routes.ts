import { getProfile } from "../accounts/profiles.ts";
import { signedIn } from "../base.ts";
import { openingOf } from "./open-sealed.ts";
import { createImport, getImport, listImports, listItems } from "./imports.ts";
import { startApplying } from "./apply/apply-import.ts";
import { startReading } from "./read-import.ts";
import { cancelImport, undoImport } from "./apply/undo-import.ts";

const { imports } = signedIn;

export const importRoutes = {
  create: imports.create.handler(({ input, context }) => createImport(context, context.userId, input.name)),
  list: imports.list.handler(async ({ context }) => ({
    imports: await listImports(context.db, context.userId),
  })),
  get: imports.get.handler(({ input, context }) => getImport(context.db, context.userId, input.importId)),
  items: imports.items.handler(({ input, context }) => listItems(context.db, context.userId, input)),
  read: imports.read.handler(async ({ input, context }) => {
    const { importId, passphrase } = input;
    const opening = await openingOf(context, context.userId, importId, passphrase);
    return startReading(context, context.userId, importId, opening);
  }),
  start: imports.start.handler(async ({ input, context }) => {
    const { folderId, withSettings } = input;
    // The profile's row has to be there to be changed.
    if (withSettings) await getProfile(context.db, context.currentSession);
    return startApplying(context, context.userId, input.importId, { folderId, withSettings });
  }),
  cancel: imports.cancel.handler(({ input, context }) =>
    cancelImport(context, context.userId, input.importId),
  ),
  undo: imports.undo.handler(({ input, context }) =>
    undoImport(context, context.userId, input.importId, input.withEdited),
  ),
};
