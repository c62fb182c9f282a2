import { signedIn } from "../../base.ts";
import { mayAsk } from "../may-ask.ts";
import { asFailure } from "../remote-fault.ts";
import { connectFolder, disconnectFolder, folderStatus } from "./connection.ts";

const { drive } = signedIn;

export const folderRoutes = {
  folder: drive.folder.handler(({ context }) => folderStatus(context, context.userId)),
  connectFolder: drive.connectFolder.handler(async ({ input, context }) => {
    await mayAsk(context, "folder");
    await connectFolder(context, context.currentSession, input.folderId).catch(asFailure);
    return folderStatus(context, context.userId);
  }),
  disconnectFolder: drive.disconnectFolder.handler(async ({ context }) => {
    await disconnectFolder(context, context.userId);
    return {};
  }),
};
