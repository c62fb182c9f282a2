import type { BackupKeep } from "#contract/drive-backups.ts";
import { confirmed, NotConfirmedError } from "../../kernel/account/confirm-identity.ts";
import { t } from "../../lib/messages/t.ts";
import { api } from "../../platform/api.ts";
import { toast } from "../../ui/toast-store.ts";
import { attempt } from "./attempt.ts";

/** The server wants to know that it is the account's person: everything of it goes out. */
export async function startBackups(passphrase: string): Promise<boolean> {
  const begun = await attempt(async () => {
    try {
      return await confirmed(() => api.drive.startBackups.call({ passphrase }));
    } catch (error) {
      if (error instanceof NotConfirmedError) return "closed";
      throw error;
    }
  }, t("Couldn't turn on backups. Try again."));
  if (begun === null || begun === "closed") return false;
  toast.success(t("Backing up every night"));
  return true;
}

export const changeBackups = async (keep: BackupKeep): Promise<boolean> =>
  (await attempt(() => api.drive.changeBackups.call({ keep }), t("Couldn't save. Try again."))) !== null;

export const stopBackups = async (): Promise<boolean> =>
  (await attempt(() => api.drive.stopBackups.call({}), t("Couldn't turn off backups. Try again."))) !== null;

export const backUpNow = (): Promise<unknown> =>
  attempt(() => api.drive.backUpNow.call({}), t("Couldn't begin a backup. Try again."));
