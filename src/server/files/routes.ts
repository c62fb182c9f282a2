import { signedIn } from "../base.ts";
import { getFile } from "./files.ts";

export const fileRoutes = {
  get: signedIn.files.get.handler(({ input, context }) => getFile(context.db, context.userId, input.fileId)),
};
