import { safeFileName } from "../../extract/safe-path.ts";
import type { ExportTarget } from "../export-target.ts";
import { RemoteFault } from "../remote-fault.ts";
import { askWebdav, type DavDeps } from "./ask-webdav.ts";
import { openWebdav, type WebdavServices } from "./connection.ts";
import { addressIn, isRightIn } from "./dav-address.ts";
import { type DavEntry, ensureFolder, readEntry } from "./read-folder.ts";

/** Beside the folder of backups. */
const EXPORTS = "Cairn Exports";

/** Notes as Markdown, in a folder of the person's own at a WebDAV server. */
export const webdavTarget = (
  services: WebdavServices,
  userId: string,
  signal: AbortSignal,
): ExportTarget => ({
  put: async (before, { name, bytes }) => {
    const deps = { ...(await openWebdav(services, userId)), signal };
    const folder = await ensureFolder(deps, EXPORTS);
    const former = await formerIn(deps, folder, before);
    const url = former ?? (await putNew(deps, folder, { name, bytes }));
    if (former !== null) await put(deps, former, bytes);
    const there = await readEntry(deps, url);
    await assertWhole(deps, there, { bytes, isNew: former === null });
    return { id: there.url, name: there.name, version: there.version ?? "", link: null };
  },
});

/** The file that was sent before, while it is there; another server may be connected by now. */
async function formerIn(deps: DavDeps, folder: string, before: string | null): Promise<string | null> {
  const url = before === null ? null : addressIn(folder, before);
  return url !== null && isRightIn(folder, url) && (await isThere(deps, url)) ? url : null;
}

async function isThere(deps: DavDeps, url: string): Promise<boolean> {
  try {
    await readEntry(deps, url);
    return true;
  } catch (error) {
    if (error instanceof RemoteFault && error.isMissing) return false;
    throw error;
  }
}

type Sent = { name: string; bytes: Buffer };

/** Under a name that nothing has, so that no file of somebody is overwritten. */
async function putNew(deps: DavDeps, folder: string, { name: wanted, bytes }: Sent): Promise<string> {
  const { name, ext } = safeFileName(wanted);
  for (let count = 1; ; count++) {
    const chosen = count === 1 ? name + ext : `${name} (${count})${ext}`;
    const url = addressIn(folder, folder + encodeURIComponent(chosen))!;
    if (await isThere(deps, url)) continue;
    // Somebody may put one there in between; servers that don't know the header overwrite it.
    if (await put(deps, url, bytes, { "if-none-match": "*" })) return url;
  }
}

/** @returns false where the header forbids it */
async function put(deps: DavDeps, url: string, bytes: Buffer, more: Record<string, string> = {}) {
  const headers = { "content-type": "text/markdown; charset=utf-8", ...more };
  const { status, body } = await askWebdav(
    deps,
    url,
    { method: "PUT", headers, body: bytes },
    { taken: [412] },
  );
  await body.cancel().catch(() => undefined);
  return status !== 412;
}

/** A disk that is full keeps the half of it. */
async function assertWhole(
  deps: DavDeps,
  { url, size }: DavEntry,
  { bytes, isNew }: { bytes: Buffer; isNew: boolean },
): Promise<void> {
  if (size === null || size === bytes.length) return;
  if (isNew) {
    const { body } = await askWebdav(deps, url, { method: "DELETE" }, { taken: [404, 410] });
    await body.cancel().catch(() => undefined);
  }
  throw new RemoteFault("The note didn't arrive whole. It is sent again.", { mayPass: true });
}
