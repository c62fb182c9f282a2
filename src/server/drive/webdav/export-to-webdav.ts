import { buffer } from "node:stream/consumers";
import { safeFileName } from "../../extract/safe-path.ts";
import type { ExportTarget, Outgoing } from "../export-target.ts";
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
  put: async (before, file) => {
    const { bytes } = file;
    const deps = { ...(await openWebdav(services, userId)), signal };
    const folder = await ensureFolder(deps, EXPORTS);
    const former = await formerIn(deps, folder, before);
    const url = former ?? (await putNew(deps, folder, file));
    if (former !== null) await put(deps, former, bytes);
    const there = await readEntry(deps, url);
    await assertWhole(deps, there, { bytes, isNew: former === null });
    return { id: there.url, name: there.name, version: there.version ?? "", link: null };
  },
});

/** The file that was sent before, while it is there; another server may be connected by now. */
async function formerIn(deps: DavDeps, folder: string, before: string | null): Promise<string | null> {
  const url = before === null ? null : addressIn(folder, before);
  return url !== null && isRightIn(folder, url) && (await entryAt(deps, url)) ? url : null;
}

async function entryAt(deps: DavDeps, url: string): Promise<DavEntry | null> {
  try {
    return await readEntry(deps, url);
  } catch (error) {
    if (error instanceof RemoteFault && error.isMissing) return null;
    throw error;
  }
}

/** Under a name that nothing has, so that no file of somebody is overwritten. */
async function putNew(deps: DavDeps, folder: string, { bytes, isRetry, ...file }: Outgoing): Promise<string> {
  const { name, ext } = safeFileName(file.name);
  for (let count = 1; ; count++) {
    const chosen = count === 1 ? name + ext : `${name} (${count})${ext}`;
    const url = addressIn(folder, folder + encodeURIComponent(chosen))!;
    const there = await entryAt(deps, url);
    if (there && isRetry && (await holds(deps, there, bytes))) return url;
    if (there) continue;
    // Somebody may put one there in between; servers that don't know the header overwrite it.
    if (await put(deps, url, bytes, { "if-none-match": "*" })) return url;
  }
}

async function holds(deps: DavDeps, { url, size }: DavEntry, bytes: Buffer): Promise<boolean> {
  if (size !== null && size !== bytes.length) return false;
  const { body } = await askWebdav(deps, url, {
    method: "GET",
    maxBytes: bytes.length + 1,
    headers: { "accept-encoding": "identity" },
  });
  return bytes.equals(await buffer(body).catch(() => Buffer.alloc(0)));
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
