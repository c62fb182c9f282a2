import type { BackupPlaceName, DriveBackup } from "#contract/drive-backups.ts";
import { assertConfirmed } from "../../accounts/reauthentication.ts";
import { type Services, signedIn } from "../../base.ts";
import { countPassphrase } from "../../import/open-sealed.ts";
import { asFailure } from "../remote-fault.ts";
import { connectWebdav, forgetWebdav, webdavStatus } from "../webdav/connection.ts";
import { mayAsk } from "../may-ask.ts";
import { backupStatus, backUpNow, changeKeep, startBackups, stopBackups } from "./places.ts";
import { listBackups, restoreBackup } from "./restore.ts";

const { drive } = signedIn;

type Asking = Pick<Services, "db"> & { userId: string };
const tell = async (context: Asking, place: BackupPlaceName): Promise<{ backup: DriveBackup | null }> => ({
  backup: await backupStatus(context, context.userId, place),
});

export const backupRoutes = {
  webdav: drive.webdav.handler(({ context }) => webdavStatus(context, context.userId)),
  connectWebdav: drive.connectWebdav.handler(async ({ input, context }) => {
    await mayAsk(context, "webdav");
    await connectWebdav(context, context.userId, input).catch(asFailure);
    return webdavStatus(context, context.userId);
  }),
  forgetWebdav: drive.forgetWebdav.handler(async ({ context }) => {
    await forgetWebdav(context, context.userId);
    return {};
  }),
  backup: drive.backup.handler(({ input, context }) => tell(context, input.place)),
  startBackups: drive.startBackups.handler(async ({ input, context }) => {
    // Everything of the account goes out, tonight and every night: as for the export, somebody has to be its person.
    assertConfirmed(context.currentSession);
    await mayAsk(context, input.place);
    await countPassphrase(context, context.userId);
    await startBackups(context, context.userId, input);
    return tell(context, input.place);
  }),
  changeBackups: drive.changeBackups.handler(async ({ input, context }) => {
    await changeKeep(context, context.userId, input);
    return tell(context, input.place);
  }),
  stopBackups: drive.stopBackups.handler(async ({ input, context }) => {
    await context.db.withUser(context.userId, (tx) => stopBackups(tx, input.place));
    return {};
  }),
  backUpNow: drive.backUpNow.handler(async ({ input, context }) => {
    await mayAsk(context, input.place);
    await backUpNow(context, context.userId, input.place);
    return tell(context, input.place);
  }),
  backups: drive.backups.handler(async ({ input, context }) => {
    await mayAsk(context, input.place);
    return { backups: await listBackups(context, context.userId, input.place).catch(asFailure) };
  }),
  restore: drive.restore.handler(async ({ input, context }) => {
    await mayAsk(context, input.place);
    await countPassphrase(context, context.userId);
    return restoreBackup(context, context.userId, input).catch(asFailure);
  }),
};
