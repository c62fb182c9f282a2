import { signedIn } from "../base.ts";
import { createFolder, listFolders, removeFolder, restoreFolder, updateFolder } from "./folders.ts";

const { folders } = signedIn;

export const folderRoutes = {
  list: folders.list.handler(async ({ context }) => ({
    folders: await listFolders(context.db, context.userId),
  })),
  create: folders.create.handler(({ input, context }) => createFolder(context.db, context.userId, input)),
  update: folders.update.handler(({ input: { folderId, onlyIf, ...change }, context }) =>
    updateFolder(context.db, context.userId, folderId, change, onlyIf),
  ),
  remove: folders.remove.handler(({ input, context }) =>
    removeFolder(context.db, context.userId, input.folderId, input.notes),
  ),
  restore: folders.restore.handler(({ input, context }) =>
    restoreFolder(context.db, context.userId, input.folderId, input.moved),
  ),
};
