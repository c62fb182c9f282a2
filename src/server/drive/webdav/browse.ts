import type { WebdavFolder } from "#contract/drive-webdav.ts";
import { kindOf } from "../file-kinds.ts";
import { RemoteFault } from "../remote-fault.ts";
import { openWebdav, type WebdavServices } from "./connection.ts";
import { addressIn } from "./dav-address.ts";
import { type DavEntry, readFolder } from "./read-folder.ts";

const byName = new Intl.Collator("en", { numeric: true });

/**
 * What lies in a folder of the server, folders first. What programs keep for themselves begins with a dot.
 * @param folder Its id; null for the one that is connected
 * @throws RemoteFault, Failure CONFLICT without a connection
 */
export async function browseWebdav(
  services: WebdavServices,
  userId: string,
  folder: string | null,
): Promise<WebdavFolder> {
  const deps = await openWebdav(services, userId);
  const { url: base } = deps.account;
  const url = addressIn(base, folder === null || folder.endsWith("/") ? (folder ?? base) : `${folder}/`);
  const gone = "This folder is no longer on the WebDAV server.";
  if (url === null) throw new RemoteFault(gone, { isMissing: true });
  const found = await readFolder(deps, url, folder === null ? undefined : gone);
  if (addressIn(base, found.url) === null)
    throw new RemoteFault("The WebDAV server leads out of the folder that is connected.");
  const entries = found.entries.filter(({ name }) => !name.startsWith("."));
  return { entries: entries.toSorted(inOrder).map(toEntry), leftOut: found.leftOut };
}

const inOrder = (a: DavEntry, b: DavEntry): number =>
  Number(b.isFolder) - Number(a.isFolder) || byName.compare(a.name, b.name) || (a.url < b.url ? -1 : 1);

const toEntry = ({ url, name, isFolder, size, modifiedAt }: DavEntry) => ({
  id: url,
  name,
  isFolder,
  kind: isFolder ? null : kindOf("", name),
  size: isFolder ? null : size,
  modifiedAt,
});
