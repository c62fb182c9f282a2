import { signedIn } from "../base.ts";
import { removeFiles, setFileTrashed } from "./file-trash.ts";
import { getFile, renameFile } from "./files.ts";
import { textOf } from "./file-text.ts";
import { listFiles, usageOf, usesOf } from "./list-files.ts";
import { cleanUpFiles } from "./unused-files.ts";

const { files } = signedIn;

export const fileRoutes = {
  list: files.list.handler(({ input, context }) => listFiles(context.db, context.userId, input)),
  usage: files.usage.handler(({ context }) => usageOf(context, context.userId)),
  get: files.get.handler(({ input, context }) => getFile(context.db, context.userId, input.fileId)),
  uses: files.uses.handler(({ input, context }) => usesOf(context.db, context.userId, input.fileId)),
  text: files.text.handler(({ input, context }) =>
    textOf(context.db, context.userId, input.fileId, context.config.pictureText.isOn),
  ),
  rename: files.rename.handler(({ input, context }) =>
    renameFile(context.db, context.userId, input.fileId, input.name, input.onlyIf),
  ),
  remove: files.remove.handler(({ input, context }) =>
    setFileTrashed(context.db, context.userId, input.fileId, true),
  ),
  removeMany: files.removeMany.handler(async ({ input, context }) => ({
    removed: await removeFiles(context.db, context.userId, input.fileIds),
  })),
  cleanUp: files.cleanUp.handler(({ context }) => cleanUpFiles(context.db, context.userId)),
  restore: files.restore.handler(({ input, context }) =>
    setFileTrashed(context.db, context.userId, input.fileId, false),
  ),
};
