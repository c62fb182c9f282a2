import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { consumeAttempt, type Limit } from "../accounts/rate-limit.ts";
import type { Services } from "../base.ts";
import { assertOpens, isAccountFile, openAccountFile, startOfFile } from "../export/account-file.ts";
import { Failure } from "../failure.ts";
import { readImport } from "./imports.ts";
import type { ReadingOptions } from "./read-import.ts";
import { INCOMING } from "./reading/plan.ts";
import { workFolder } from "./work-folder.ts";

/** Each try costs a tenth of a second and some memory. */
const TRIES: Limit = { max: 20, windowMinutes: 15 };

/** @throws Failure RATE_LIMITED */
export const countPassphrase = ({ db }: Pick<Services, "db">, userId: string): Promise<void> =>
  consumeAttempt(db.authPool, `backup-passphrase:${userId}`, TRIES);

/**
 * How a sealed backup of an account is opened before it is read; nothing for all else that was sent.
 * @throws Failure INVALID_INPUT where it needs a passphrase, or this one doesn't fit
 */
export async function openingOf(
  services: Services,
  userId: string,
  importId: string,
  passphrase: string | undefined,
): Promise<ReadingOptions> {
  await readImport(services.db, userId, importId);
  const sealed = await findSealed(join(workFolder(services.config, importId), INCOMING));
  if (sealed === null) return {};
  if (passphrase === undefined)
    throw new Failure("INVALID_INPUT", "This backup is encrypted. Enter its passphrase.");
  await countPassphrase(services, userId);
  await assertOpens(await startOfFile(sealed), passphrase);
  return {
    prepare: async (_incoming, { signal }) => {
      await openAccountFile(sealed, { to: `${sealed}.zip`, passphrase, signal });
      await rm(sealed);
    },
  };
}

async function findSealed(incoming: string): Promise<string | null> {
  for (const name of await readdir(incoming).catch(() => [])) {
    const path = join(incoming, name);
    if ((await stat(path)).isFile() && isAccountFile(await startOfFile(path))) return path;
  }
  return null;
}
