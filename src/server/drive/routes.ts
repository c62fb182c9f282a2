import { signedIn } from "../base.ts";
import { backupRoutes } from "./backup/backup-routes.ts";
import { checkItem } from "./check-file.ts";
import { beginConnect, disconnect, driveStatus, finishConnect } from "./connection.ts";
import { exportNote, startExport } from "./export-note.ts";
import { asFailure } from "./remote-fault.ts";
import { describeFiles, importFile, retryItem, startImport } from "./import-file.ts";
import { folderRoutes } from "./folder/folder-routes.ts";
import { forgetItem, getItem, listItems } from "./items.ts";
import { mayAsk } from "./may-ask.ts";
import { undoImport } from "./undo-import.ts";
import { browseWebdav } from "./webdav/browse.ts";

const { drive } = signedIn;

export const driveRoutes = {
  status: drive.status.handler(({ context }) => driveStatus(context, context.userId)),
  connect: drive.connect.handler(async ({ context }) => {
    await mayAsk(context);
    return { url: await beginConnect(context, context.currentSession) };
  }),
  finish: drive.finish.handler(async ({ input, context }) => {
    await mayAsk(context);
    await finishConnect(context, context.currentSession, input).catch(asFailure);
    return driveStatus(context, context.userId);
  }),
  disconnect: drive.disconnect.handler(async ({ context }) => ({
    isRevoked: await disconnect(context, context.userId),
  })),
  files: drive.files.handler(async ({ input, context }) => {
    await mayAsk(context, input.source);
    return describeFiles(context, context.userId, input).catch(asFailure);
  }),
  items: drive.items.handler(async ({ input, context }) => ({
    items: await listItems(context.db, context.userId, { source: input?.source ?? "google" }),
  })),
  import: drive.import.handler(async ({ input, context }) => {
    await mayAsk(context, input.source);
    return { items: await startImport(context, context.userId, input).catch(asFailure) };
  }),
  export: drive.export.handler(async ({ input, context }) => {
    await mayAsk(context, input.source);
    return { items: await startExport(context, context.userId, input) };
  }),
  check: drive.check.handler(async ({ input, context }) => {
    const { source } = await getItem(context.db, context.userId, input.itemId);
    await mayAsk(context, source);
    return checkItem(context, context.userId, input.itemId).catch(asFailure);
  }),
  retry: drive.retry.handler(async ({ input, context }) => {
    const { direction, source } = await getItem(context.db, context.userId, input.itemId);
    await mayAsk(context, source);
    await retryItem(context, context.userId, input.itemId, direction === "import" ? importFile : exportNote);
    return getItem(context.db, context.userId, input.itemId);
  }),
  forget: drive.forget.handler(async ({ input, context }) => {
    await forgetItem(context.db, context.userId, input.itemId);
    return {};
  }),
  undo: drive.undo.handler(({ input, context }) => undoImport(context, context.userId, input.itemId)),
  ...backupRoutes,
  ...folderRoutes,
  webdavFolder: drive.webdavFolder.handler(async ({ input, context }) => {
    await mayAsk(context, "webdav");
    return browseWebdav(context, context.userId, input.folder).catch(asFailure);
  }),
};
