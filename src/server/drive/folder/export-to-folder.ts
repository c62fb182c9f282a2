import { type FileHandle, lstat } from "node:fs/promises";
import { posix } from "node:path";
import { safeFileName } from "../../extract/safe-path.ts";
import type { ExportTarget, Outgoing } from "../export-target.ts";
import { type FolderServices, withFolder } from "./connection.ts";
import { ensureFolder, openFile, within } from "./descriptors.ts";
import { folderFault, isAbsent } from "./folder-fault.ts";
import { EXPORTS, versionOf } from "./scan-folder.ts";
import { writeWhole } from "./write-file.ts";

/** Notes as Markdown, in a folder of the account's own that isn't watched. */
export const folderTarget = (services: FolderServices, userId: string): ExportTarget => ({
  put: (before, file) =>
    withFolder(services, userId, async (root) => {
      const folder = await ensureFolder(root, EXPORTS).catch((error: unknown) => {
        throw folderFault(error);
      });
      try {
        const chosen = await nameIn(folder, file, before);
        await writeWhole(folder, chosen, (opened) => opened.writeFile(file.bytes));
        const written = await openFile(folder, chosen);
        const stats = await written.stat({ bigint: true });
        await written.close();
        return { id: `${EXPORTS}/${chosen}`, name: chosen, version: versionOf(stats), link: null };
      } finally {
        await folder.close();
      }
    }),
});

/** The same as before while that is there; else one that nothing has, so that no file of somebody is overwritten. */
async function nameIn(
  folder: FileHandle,
  { name: wanted, bytes, isRetry }: Outgoing,
  before: string | null,
): Promise<string> {
  const former = before === null ? null : posix.basename(before);
  if (former !== null && (await isThere(folder, former))) return former;
  const { name, ext } = safeFileName(wanted);
  for (let count = 1; ; count++) {
    const chosen = count === 1 ? name + ext : `${name} (${count})${ext}`;
    if (!(await isThere(folder, chosen)) || (isRetry && (await holds(folder, chosen, bytes)))) return chosen;
  }
}

async function isThere(folder: FileHandle, name: string): Promise<boolean> {
  try {
    await lstat(within(folder, name));
    return true;
  } catch (error) {
    if (isAbsent(error)) return false;
    throw folderFault(error);
  }
}

async function holds(folder: FileHandle, name: string, bytes: Buffer): Promise<boolean> {
  const file = await openFile(folder, name).catch(() => null);
  try {
    return file !== null && (await file.stat()).size === bytes.length && bytes.equals(await file.readFile());
  } finally {
    await file?.close();
  }
}
