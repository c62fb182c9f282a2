import type { Egress, EgressRequest, EgressStream } from "../../platform/egress/egress.ts";
import { EgressError } from "../../platform/egress/egress-error.ts";
import { child, childrenOf, dav, type Element, readXml, XML_BYTES_MAX } from "../../caldav/xml.ts";
import { RemoteFault } from "../remote-fault.ts";

/** Where, and as whom; `url` ends with a slash. */
export type WebdavAccount = { url: string; username: string; password: string };
export type DavDeps = { egress: Egress; account: WebdavAccount; signal?: AbortSignal };

/** Of a file that comes or goes: as long as a slow line takes for 2 GB, and a silent one is given up much earlier. */
const TRANSFER_MS = 6 * 3_600_000;
const IDLE_MS = 60_000;

type Ask = Pick<EgressRequest, "method" | "body" | "bodyLength" | "headers" | "maxBytes">;

/**
 * Asks for a file or folder below the account's address, by RFC 4918.
 * @param taken Answers that the caller knows what to do with
 * @throws RemoteFault for every other one that isn't 2xx
 */
export async function askWebdav(
  { egress, account, signal }: DavDeps,
  path: string,
  ask: Ask,
  taken: readonly number[] = [],
): Promise<EgressStream> {
  const { username, password } = account;
  const answer = await egress
    .stream({
      ...ask,
      url: addressOf(account, path),
      source: "user",
      credentials: { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}` },
      timeoutMs: TRANSFER_MS,
      idleMs: IDLE_MS,
      ...(signal && { signal }),
    })
    .catch((error: unknown) => {
      throw unreachable(error);
    });
  const { status, body, headers } = answer;
  if ((status >= 200 && status < 300) || taken.includes(status)) return answer;
  await body.cancel().catch(() => undefined);
  // Basic is what nearly all speak over https, and the only one that needs no second question.
  if (status === 401 && /^(?!.*basic).*digest/is.test(String(headers["www-authenticate"] ?? "")))
    throw new RemoteFault(
      "The WebDAV server asks for Digest authentication. Turn on Basic authentication there.",
    );
  throw faultOf(status);
}

/** Each part of the path is one name. */
export const addressOf = ({ url }: Pick<WebdavAccount, "url">, path: string): string =>
  new URL(path.split("/").map(encodeURIComponent).join("/"), url).href;

const unreachable = (error: unknown): unknown =>
  error instanceof EgressError && error.kind !== "cancelled"
    ? new RemoteFault(error.message, { mayPass: error.kind !== "refused", cause: error })
    : error;

const WORDS: Record<number, string> = {
  401: "The WebDAV server doesn't accept this name and password.",
  403: "The WebDAV server doesn't allow Cairn to write there.",
  404: "There is no such folder on the WebDAV server. Check its address.",
  405: "This address isn't that of a WebDAV folder.",
  409: "There is no such folder on the WebDAV server. Check its address.",
  413: "The WebDAV server doesn't take a file this large.",
  507: "There is no room left on the WebDAV server.",
};
/** Another try may help: locked, too many requests, and faults of its own. */
const PASSING = new Set([408, 423, 425, 429, 500, 502, 503, 504]);

const faultOf = (status: number): RemoteFault =>
  new RemoteFault(WORDS[status] ?? `The WebDAV server answered with an error (${status}).`, {
    mayPass: PASSING.has(status),
  });

/**
 * One that is there already is as good. It is looked at in any case: a web site says yes to whatever it is asked.
 * @returns its address, to which the server may have led
 * @throws RemoteFault
 */
export async function makeFolder(deps: DavDeps, name: string): Promise<string> {
  const { body } = await askWebdav(deps, `${name}/`, { method: "MKCOL" }, [405]);
  await body.cancel().catch(() => undefined);
  return (await readFolder(deps, name)).url;
}

/** A file in a folder. */
export type DavEntry = { name: string; size: number };

const PROPFIND = `<?xml version="1.0" encoding="utf-8"?><d:propfind xmlns:d="DAV:"><d:prop><d:resourcetype/><d:getcontentlength/></d:prop></d:propfind>`;

/** The files that lie right in it. @throws RemoteFault */
export const listFolder = async (deps: DavDeps, name: string): Promise<DavEntry[]> =>
  (await readFolder(deps, name)).files;

async function readFolder(deps: DavDeps, name: string): Promise<{ files: DavEntry[]; url: string }> {
  const headers = { depth: "1", "content-type": "application/xml; charset=utf-8" };
  const { status, body, url } = await askWebdav(deps, `${name}/`, {
    method: "PROPFIND",
    headers,
    body: PROPFIND,
    maxBytes: XML_BYTES_MAX,
  });
  if (status !== 207) {
    await body.cancel().catch(() => undefined);
    throw new RemoteFault(WORDS[405]!);
  }
  const text = await textOf(body);
  try {
    return { files: childrenOf(readXml(text), dav("response")).flatMap(entryOf), url };
  } catch (error) {
    throw new RemoteFault("The WebDAV server gave an answer that Cairn doesn't understand.", {
      cause: error,
    });
  }
}

async function textOf(body: ReadableStream<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of body) chunks.push(chunk);
  } catch (error) {
    throw unreachable(error);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** None for folders, and for what says no length. */
function entryOf(response: Element): DavEntry[] {
  const found = childrenOf(response, dav("propstat"))
    .filter((stat) => / 200(?: |$)/.test(child(stat, dav("status"))?.text ?? ""))
    .map((stat) => child(stat, dav("prop")));
  const prop = found[0];
  const href = child(response, dav("href"))?.text.trim() ?? "";
  const isFolder = child(child(prop, dav("resourcetype")), dav("collection")) !== undefined;
  const size = Number(child(prop, dav("getcontentlength"))?.text ?? NaN);
  const last = href.split("/").at(-1) ?? "";
  return isFolder || last === "" || !Number.isSafeInteger(size) ? [] : [{ name: decoded(last), size }];
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
