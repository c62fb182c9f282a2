import { createHash } from "node:crypto";
import { child, childrenOf, createXmlReader, dav, type Element, UnreadableXml } from "../../caldav/xml.ts";
import { EgressError } from "../../platform/egress/egress-error.ts";
import { RemoteFault } from "../remote-fault.ts";
import { addressOf, askWebdav, type DavDeps, NO_WEBDAV, unreachable } from "./ask-webdav.ts";
import { addressIn, isRightIn, isSameAddress, nameOf } from "./dav-address.ts";

/** A file or folder as its server tells it. */
export type DavEntry = {
  url: string;
  name: string;
  isFolder: boolean;
  /** As far as the server says it, which may be wrong. */
  size: number | null;
  modifiedAt: string | null;
  /** Another one once it was changed there; null where the server tells nothing to know that by. */
  version: string | null;
};

const PROPFIND = `<?xml version="1.0" encoding="utf-8"?><d:propfind xmlns:d="DAV:"><d:prop><d:resourcetype/><d:getcontentlength/><d:getlastmodified/><d:getetag/></d:prop></d:propfind>`;
/** Of 20,000 files, as Nextcloud writes them, and twice that. */
const ANSWER_MAX_BYTES = 24_000_000;
const ELEMENTS_MAX = 1_000_000;
const MOST_ENTRIES = 20_000;
const WITHIN_MS = 120_000;
const IDLE_MS = 30_000;

export type DavFolder = {
  /** To which the server may have led. */
  url: string;
  entries: DavEntry[];
  /** What has an address elsewhere, or comes after so many that nobody looks through them. */
  leftOut: number;
};

/** What lies right in a folder, however much deeper the answer goes. @throws RemoteFault */
export async function readFolder(deps: DavDeps, url: string, missing?: string): Promise<DavFolder> {
  const found: DavFolder = { url, entries: [], leftOut: 0 };
  found.url = await propfind(deps, { url, depth: "1", missing }, (entry, answered) => {
    if (entry && (isSameAddress(entry.url, answered) || !isRightIn(answered, entry.url))) return;
    if (entry && found.entries.length < MOST_ENTRIES) found.entries.push(entry);
    else found.leftOut += 1;
  });
  return found;
}

/** One file, or a folder. @throws RemoteFault */
export async function readEntry(deps: DavDeps, url: string): Promise<DavEntry> {
  let found: DavEntry | null = null;
  const missing = "This file is no longer on the WebDAV server.";
  const answered = await propfind(deps, { url, depth: "0", missing }, (entry) => {
    if (entry && isSameAddress(entry.url, url)) found = entry;
  });
  if (!found || !isSameAddress(answered, url)) throw notUnderstood();
  return found;
}

const notUnderstood = (cause?: unknown) =>
  new RemoteFault("The WebDAV server gave an answer that Cairn doesn't understand.", { cause });

type Asked = { url: string; depth: "0" | "1"; missing?: string | undefined };
/** @param entry null for one whose address is not at this server */
type Take = (entry: DavEntry | null, answered: string) => void;

/** @returns the address that the answer came from */
async function propfind(deps: DavDeps, { url, depth, missing }: Asked, take: Take): Promise<string> {
  const answer = await askWebdav(
    { idleMs: IDLE_MS, ...deps },
    url,
    {
      method: "PROPFIND",
      headers: { depth, "content-type": "application/xml; charset=utf-8" },
      body: PROPFIND,
      maxBytes: ANSWER_MAX_BYTES,
      timeoutMs: WITHIN_MS,
    },
    missing === undefined ? {} : { missing },
  );
  const answered = addressIn(new URL("/", deps.account.url).href, answer.url);
  if (answer.status !== 207 || answered === null) {
    await answer.body.cancel().catch(() => undefined);
    throw new RemoteFault(NO_WEBDAV);
  }
  await eachResponse(answer.body, (response) => {
    const entry = entryOf(response, answered);
    if (entry !== "gone") take(entry, answered);
  });
  return answered;
}

/** However many there are, they are read as they come: nothing else waits for them. */
async function eachResponse(body: ReadableStream<Uint8Array>, onChild: (response: Element) => void) {
  const decoder = new TextDecoder();
  try {
    const reader = createXmlReader({ elementsMax: ELEMENTS_MAX, onChild });
    for await (const chunk of body) reader.write(decoder.decode(chunk, { stream: true }));
    if (reader.end().name !== dav("multistatus")) throw new UnreadableXml("No multistatus.");
  } catch (error) {
    if (error instanceof EgressError && error.kind === "too-large")
      throw new RemoteFault("There is more in this folder than Cairn can list.", { cause: error });
    if (error instanceof UnreadableXml) throw notUnderstood(error);
    throw unreachable(error);
  }
}

function entryOf(response: Element, answered: string): DavEntry | null | "gone" {
  if (response.name !== dav("response")) return "gone";
  if (/ 4\d\d(?: |$)/.test(child(response, dav("status"))?.text ?? "")) return "gone";
  const href = child(response, dav("href"))?.text.trim() ?? "";
  // Below another folder it would still be at this server: who asked for one folder drops it.
  const url = href === "" ? null : addressIn(new URL("/", answered).href, href, answered);
  if (url === null || !isBelow(url, answered)) return null;
  const prop = childrenOf(response, dav("propstat"))
    .filter((stat) => / 200(?: |$)/.test(child(stat, dav("status"))?.text ?? ""))
    .map((stat) => child(stat, dav("prop")))[0];
  const text = (name: string) => child(prop, dav(name))?.text.trim() ?? "";
  const length = text("getcontentlength");
  const size = /^\d{1,15}$/.test(length) ? Number(length) : null;
  const modified = Date.parse(text("getlastmodified"));
  const modifiedAt = Number.isNaN(modified) ? null : new Date(modified).toISOString();
  const isFolder = child(child(prop, dav("resourcetype")), dav("collection")) !== undefined;
  const version = versionOf(text("getetag"), modifiedAt, size);
  return { url, name: nameOf(url), isFolder, size, modifiedAt, version };
}

const isBelow = (url: string, answered: string): boolean =>
  isSameAddress(url, answered) || url.startsWith(answered.endsWith("/") ? answered : `${answered}/`);

/** A weak tag becomes a strong one a second later, with nothing changed. */
function versionOf(etag: string, modifiedAt: string | null, size: number | null): string | null {
  const tag = etag.replace(/^W\//i, "");
  if (tag !== "") return `etag ${tag.length > 200 ? createHash("sha256").update(tag).digest("hex") : tag}`;
  return modifiedAt === null ? null : `${modifiedAt} ${size ?? ""}`;
}

/** @throws RemoteFault */
export async function ensureFolder(deps: DavDeps, name: string): Promise<string> {
  const url = `${addressOf(deps.account, name)}/`;
  const { body } = await askWebdav(deps, url, { method: "MKCOL" }, { taken: [405] });
  await body.cancel().catch(() => undefined);
  return url;
}

/**
 * One that is there already is as good. It is looked at in any case: a web site says yes to whatever it is asked.
 * @returns its address, to which the server may have led
 * @throws RemoteFault
 */
export const makeFolder = async (deps: DavDeps, name: string): Promise<string> =>
  (await readFolder(deps, await ensureFolder(deps, name))).url;
