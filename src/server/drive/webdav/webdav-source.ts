import { open, rm } from "node:fs/promises";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { EgressError } from "../../platform/egress/egress-error.ts";
import type { FileSource, SourceFile } from "../file-source.ts";
import { RemoteFault } from "../remote-fault.ts";
import { askWebdav, type DavDeps, unreachable } from "./ask-webdav.ts";
import { addressIn, pathIn } from "./dav-address.ts";
import { readEntry } from "./read-folder.ts";

/** Files at a WebDAV server; their ids are their addresses. */
export const webdavSource = (deps: DavDeps): FileSource => ({
  describe: (id) => describe(deps, id),
  download: (file, to) => download(deps, file, to),
  tree: {
    pathOf: (id) => pathIn(deps.account.url, id),
    idOf: (path) => addressIn(deps.account.url, path.split("/").map(encodeURIComponent).join("/")),
  },
});

/** Another server may be connected by now, where a file of the same name is another one. @throws RemoteFault */
function ownAddress({ account }: DavDeps, id: string): string {
  const url = addressIn(account.url, id);
  if (url !== null) return url;
  const host = URL.parse(id)?.host ?? "";
  throw new RemoteFault(`This file isn't in the WebDAV folder that is connected. It came from ${host}.`, {
    isOfOne: true,
  });
}

async function describe(deps: DavDeps, id: string): Promise<SourceFile> {
  const { url, name, isFolder, size, modifiedAt, version } = await readEntry(deps, ownAddress(deps, id));
  if (isFolder) throw new RemoteFault("This is a folder, not a file.", { isOfOne: true });
  // A server that tells nothing to know a change by is read each time.
  const known = version ?? `read ${uuidV7()}`;
  const mimeType = "application/octet-stream";
  return { id: url, name, mimeType, version: known, link: null, size, modifiedTime: modifiedAt };
}

async function download(
  deps: DavDeps,
  { id, version, size: said }: SourceFile,
  { path, maxBytes }: { path: string; maxBytes: number },
): Promise<void> {
  try {
    const { size, isCounted } = await fetchTo(deps, ownAddress(deps, id), { path, maxBytes });
    // Only where nothing else tells its end: sizes in listings are not always true.
    if (!isCounted && typeof said === "number" && size < said) throw brokenOff();
    const now = await describe(deps, id);
    if (now.version !== version && !version.startsWith("read "))
      throw new RemoteFault("This file is being written just now. It is read again.", { mayPass: true });
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

const brokenOff = (cause?: unknown) =>
  new RemoteFault("The WebDAV server broke off the file. Try again.", { mayPass: true, cause });

/** @returns `isCounted`: the answer itself told its length, or its end */
async function fetchTo(
  deps: DavDeps,
  url: string,
  { path, maxBytes }: { path: string; maxBytes: number },
): Promise<{ size: number; isCounted: boolean }> {
  const answer = await askWebdav(
    deps,
    url,
    // A packed answer would have other bytes than the file.
    { method: "GET", maxBytes, headers: { "accept-encoding": "identity" } },
    { missing: "This file is no longer on the WebDAV server." },
  );
  const { headers, body } = answer;
  if (answer.status !== 200 || addressIn(deps.account.url, answer.url) === null) {
    await body.cancel().catch(() => undefined);
    throw new RemoteFault("The WebDAV server hands out something else in the place of this file.", {
      isOfOne: true,
    });
  }
  const target = await open(path, "w", 0o600);
  let size = 0;
  try {
    for await (const chunk of body) {
      await target.write(chunk);
      size += chunk.length;
    }
  } catch (error) {
    if (!(error instanceof EgressError)) throw error;
    if (error.kind === "too-large")
      throw new RemoteFault("This file is larger than this server accepts.", {
        isOfOne: true,
        cause: error,
      });
    throw error.kind === "interrupted" ? brokenOff(error) : unreachable(error);
  } finally {
    await target.close();
  }
  return { size, isCounted: "content-length" in headers || "transfer-encoding" in headers };
}
