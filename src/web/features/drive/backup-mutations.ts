import type { BackupKeep, BackupPlaceName } from "#contract/drive-backups.ts";
import { confirmed, NotConfirmedError } from "../../kernel/account/confirm-identity.ts";
import { t } from "../../lib/messages/t.ts";
import { api } from "../../platform/api.ts";
import { toast } from "../../ui/toast-store.ts";
import { errorMessage } from "../../platform/rpc-errors.ts";
import { attempt, refreshConnected } from "./attempt.ts";

/** The server wants to know that it is the account's person: everything of it goes out. */
export async function startBackups(place: BackupPlaceName, passphrase: string): Promise<boolean> {
  const begun = await attempt(async () => {
    try {
      return await confirmed(() => api.drive.startBackups.call({ place, passphrase }));
    } catch (error) {
      if (error instanceof NotConfirmedError) return "closed";
      throw error;
    }
  }, t("Couldn't turn on backups. Try again."));
  if (begun === null || begun === "closed") return false;
  toast.success(t("Backing up every night"));
  return true;
}

export const changeBackups = async (place: BackupPlaceName, keep: BackupKeep): Promise<boolean> =>
  (await attempt(() => api.drive.changeBackups.call({ place, keep }), t("Couldn't save. Try again."))) !==
  null;

export const stopBackups = async (place: BackupPlaceName): Promise<boolean> =>
  (await attempt(() => api.drive.stopBackups.call({ place }), t("Couldn't turn off backups. Try again."))) !==
  null;

export const backUpNow = (place: BackupPlaceName): Promise<unknown> =>
  attempt(() => api.drive.backUpNow.call({ place }), t("Couldn't begin a backup. Try again."));

type WebdavAccount = { url: string; username: string; password: string };

/** Null where it worked, else why not: it stands beside what was typed. */
export async function connectWebdav(account: WebdavAccount): Promise<string | null> {
  try {
    await api.drive.connectWebdav.call(account);
    return null;
  } catch (error) {
    return errorMessage(error, t("The server didn't answer."));
  } finally {
    refreshConnected();
  }
}

export const forgetWebdav = async (): Promise<boolean> =>
  (await attempt(() => api.drive.forgetWebdav.call(undefined), t("Couldn't disconnect. Try again."))) !==
  null;
