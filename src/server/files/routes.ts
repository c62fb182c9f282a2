import { signedIn } from "../base.ts";
import { setFileTrashed } from "./file-trash.ts";
import { getFile } from "./files.ts";

const { files } = signedIn;

export const fileRoutes = {
  get: files.get.handler(({ input, context }) => getFile(context.db, context.userId, input.fileId)),
  remove: files.remove.handler(({ input, context }) =>
    setFileTrashed(context.db, context.userId, input.fileId, true),
  ),
  restore: files.restore.handler(({ input, context }) =>
    setFileTrashed(context.db, context.userId, input.fileId, false),
  ),
};
