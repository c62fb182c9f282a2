import { t } from "../../lib/messages/t.ts";
import { api } from "../../platform/api.ts";
import { attempt } from "./attempt.ts";

/** Makes the folder, or changes where its notes go. */
export const connectFolder = (folderId: string | null): Promise<unknown> =>
  attempt(() => api.drive.connectFolder.call({ folderId }), t("Couldn't connect the folder. Try again."));

export const disconnectFolder = async (): Promise<boolean> =>
  (await attempt(() => api.drive.disconnectFolder.call(undefined), t("Couldn't disconnect. Try again."))) !==
  null;
