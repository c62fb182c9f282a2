import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { BackupPlaceName, StoredBackup } from "#contract/drive-backups.ts";
import type { Services } from "../../base.ts";
import { Failure } from "../../failure.ts";
import { createImport, setImportSize } from "../../import/imports.ts";
import { startReading } from "../../import/read-import.ts";
import { asFailure } from "../remote-fault.ts";
import { assertOpens, HEAD_BYTES, openAccountFile } from "../../export/account-file.ts";
import { tagOf } from "../../export/account-lock.ts";
import { openPlace } from "./make-backup.ts";
import type { BackupPlace } from "./place.ts";

const SEALED = "backup.cairn";
const OPENED = "backup.zip";

/** What lies at a place, also what other accounts put there: a new one finds those of the one it takes the place of. @throws GoogleFault */
export async function listBackups(
  services: Services,
  userId: string,
  place: BackupPlaceName,
): Promise<StoredBackup[]> {
  const found = await openPlace(services, userId, { place, folder_id: null }).list();
  return found.map(({ id, name, size, at, tag }) => ({
    ...{ id, name, size },
    madeAt: at.toISOString(),
    isOwn: tag === tagOf(userId),
  }));
}

/**
 * Fetches a backup, opens it and reads it into the plan of an import, in the background. Whether the passphrase fits is known before.
 * @throws Failure INVALID_INPUT for another passphrase, NOT_FOUND, GoogleFault
 */
export async function restoreBackup(
  services: Services,
  userId: string,
  { place, id, passphrase }: { place: BackupPlaceName; id: string; passphrase: string },
): Promise<{ importId: string }> {
  const from = openPlace(services, userId, { place, folder_id: null });
  const name = await nameOf(from, id);
  await assertOpens(await from.head(id, HEAD_BYTES), passphrase);
  const { id: importId } = await createImport(services, userId, name);
  await startReading(services, userId, importId, {
    prepare: async (incoming, { signal }) => {
      const path = join(incoming, SEALED);
      const to = join(incoming, OPENED);
      await openPlace(services, userId, { place, folder_id: null }, signal).fetch(id, path).catch(asFailure);
      await openAccountFile(path, { to, passphrase, signal });
      await setImportSize(services.db, userId, importId, (await stat(path)).size);
      await rm(path);
    },
  });
  return { importId };
}

async function nameOf(place: BackupPlace, id: string): Promise<string> {
  const found = (await place.list()).find((one) => one.id === id);
  if (!found) throw new Failure("NOT_FOUND");
  return found.name;
}
