import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, rm } from "node:fs/promises";
import { EgressError } from "../../platform/egress/egress-error.ts";
import { type BackupPlace, FOLDER, readBackupName, type RemoteBackup, type Sealed } from "../backup/place.ts";
import { RemoteFault } from "../remote-fault.ts";
import { addressOf, askWebdav, type DavDeps } from "./ask-webdav.ts";
import { openWebdav, type WebdavServices } from "./connection.ts";
import { makeFolder, readFolder } from "./read-folder.ts";

/** Until it was compared with what was sent. */
const PARTIAL = ".partial";

const addressIn = ({ account }: DavDeps, name: string) => addressOf(account, `${FOLDER}/${name}`);

/** Backups in a folder of the person's own at a WebDAV server. A file bears its name as a backup only once it has arrived whole. */
export function webdavPlace(
  services: WebdavServices,
  userId: string,
  { signal, maxBytes }: { signal?: AbortSignal; maxBytes: number },
): BackupPlace {
  const within = async <T>(run: (deps: DavDeps) => Promise<T>): Promise<T> =>
    run({ ...(await openWebdav(services, userId)), ...(signal && { signal }) });
  return {
    list: () => within(listBackups),
    put: (sealed) => within((deps) => put(deps, sealed)),
    remove: (id) => within((deps) => removeFile(deps, nameOf(id))),
    head: (id, bytes) => within((deps) => readStart(deps, nameOf(id), bytes)),
    fetch: (id, path) => within((deps) => download(deps, nameOf(id), { path, maxBytes })),
  };
}

/** Only what Cairn itself calls so. @throws RemoteFault */
function nameOf(id: string): string {
  if (readBackupName(id) === null) throw new RemoteFault("This backup is no longer on the WebDAV server.");
  return id;
}

async function listBackups(deps: DavDeps): Promise<RemoteBackup[]> {
  const files = await filesIn(deps);
  const found = files.flatMap(({ name, size }) => {
    const read = readBackupName(name);
    return read && size !== null ? [{ id: name, name, size, ...read }] : [];
  });
  return found.toSorted((a, b) => b.at.getTime() - a.at.getTime());
}

const filesIn = async (deps: DavDeps) =>
  (await readFolder(deps, addressIn(deps, ""))).entries.filter(({ isFolder }) => !isFolder);

async function put(deps: DavDeps, sealed: Sealed): Promise<void> {
  await makeFolder(deps, FOLDER);
  await removePartial(deps, sealed);
  const partial = sealed.name + PARTIAL;
  const sent = await askWebdav(deps, addressIn(deps, partial), {
    method: "PUT",
    headers: { "content-type": "application/octet-stream" },
    body: createReadStream(sealed.path),
    bodyLength: sealed.size,
  });
  await sent.body.cancel().catch(() => undefined);
  // WebDAV has no checksums: what lies there is read back.
  const there = await hashOf(deps, partial, sealed.size);
  if (there.size !== sealed.size || there.md5 !== sealed.md5) {
    await removeFile(deps, partial);
    throw new RemoteFault("The backup didn't arrive whole. It is sent again.", { mayPass: true });
  }
  const destination = addressIn(deps, sealed.name);
  const moved = await askWebdav(deps, addressIn(deps, partial), {
    method: "MOVE",
    headers: { destination, overwrite: "T" },
  });
  await moved.body.cancel().catch(() => undefined);
}

/** What a run that was killed left there of this account, which makes one backup at a time. */
async function removePartial(deps: DavDeps, { name }: Sealed): Promise<void> {
  const tag = readBackupName(name)?.tag;
  for (const file of await filesIn(deps)) {
    if (!file.name.endsWith(PARTIAL)) continue;
    if (readBackupName(file.name.slice(0, -PARTIAL.length))?.tag === tag) await removeFile(deps, file.name);
  }
}

/** Somebody removed it there: then it is gone. */
async function removeFile(deps: DavDeps, name: string): Promise<void> {
  const { body } = await askWebdav(deps, addressIn(deps, name), { method: "DELETE" }, { taken: [404, 410] });
  await body.cancel().catch(() => undefined);
}

/** @param most What is longer is another file, however long */
async function hashOf(deps: DavDeps, name: string, most: number): Promise<{ size: number; md5: string }> {
  const hash = createHash("md5");
  let size = 0;
  await read(deps, name, { maxBytes: Number.MAX_SAFE_INTEGER }, (chunk) => {
    hash.update(chunk);
    size += chunk.length;
    return size <= most;
  });
  return { size, md5: hash.digest("hex") };
}

/** Servers need not know of ranges: what comes beyond it is not read. */
async function readStart(deps: DavDeps, name: string, bytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const range = `bytes=0-${bytes - 1}`;
  await read(deps, name, { maxBytes: Number.MAX_SAFE_INTEGER, range }, (chunk) => {
    chunks.push(chunk);
    size += chunk.length;
    return size < bytes;
  });
  return Buffer.concat(chunks).subarray(0, bytes);
}

async function download(
  deps: DavDeps,
  name: string,
  { path, maxBytes }: { path: string; maxBytes: number },
): Promise<void> {
  const file = await open(path, "w", 0o600);
  try {
    await read(deps, name, { maxBytes }, async (chunk) => {
      await file.write(chunk);
    });
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

/** @param take Answers false when it has enough */
async function read(
  deps: DavDeps,
  name: string,
  { maxBytes, range }: { maxBytes: number; range?: string },
  take: (chunk: Uint8Array) => unknown,
): Promise<void> {
  const { body } = await askWebdav(deps, addressIn(deps, name), {
    method: "GET",
    maxBytes,
    // A packed answer would have other bytes than the file.
    headers: { "accept-encoding": "identity", ...(range && { range }) },
  });
  try {
    for await (const chunk of body) if ((await take(chunk)) === false) break;
  } catch (error) {
    if (!(error instanceof EgressError)) throw error;
    throw new RemoteFault("The WebDAV server broke off the file. Try again.", {
      mayPass: true,
      cause: error,
    });
  }
}
