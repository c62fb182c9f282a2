import type { Egress, EgressRequest, EgressStream } from "../../platform/egress/egress.ts";
import { EgressError } from "../../platform/egress/egress-error.ts";
import { RemoteFault } from "../remote-fault.ts";

/** Where, and as whom; `url` ends with a slash. */
export type WebdavAccount = { url: string; username: string; password: string };
export type DavDeps = {
  egress: Egress;
  account: WebdavAccount;
  signal?: AbortSignal;
  /** For tests, which are less patient. */
  idleMs?: number;
};

/** Of a file that comes or goes: as long as a slow line takes for 2 GB, and a silent one is given up much earlier. */
const TRANSFER_MS = 6 * 3_600_000;
const IDLE_MS = 60_000;

type Ask = Pick<EgressRequest, "method" | "body" | "bodyLength" | "headers" | "maxBytes" | "timeoutMs">;
type Expected = {
  /** Answers that the caller knows what to do with. */
  taken?: readonly number[];
  /** What a file or folder that isn't there is called. */
  missing?: string;
};

/**
 * Asks for a file or folder, by RFC 4918.
 * @throws RemoteFault for every answer that is neither 2xx nor taken
 */
export async function askWebdav(
  { egress, account, signal, idleMs = IDLE_MS }: DavDeps,
  url: string,
  ask: Ask,
  { taken = [], missing }: Expected = {},
): Promise<EgressStream> {
  const { username, password } = account;
  const answer = await egress
    .stream({
      timeoutMs: TRANSFER_MS,
      ...ask,
      ...{ url, idleMs, source: "user" },
      credentials: { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}` },
      ...(signal && { signal }),
    })
    .catch((error: unknown) => {
      throw unreachable(error);
    });
  const { status, body, headers } = answer;
  // The password stays with the server that it is for, so that another one could only refuse.
  const isLedAway = new URL(answer.url).origin !== new URL(account.url).origin;
  if (!isLedAway && ((status >= 200 && status < 300) || taken.includes(status))) return answer;
  await body.cancel().catch(() => undefined);
  if (isLedAway) throw new RemoteFault(LED_AWAY);
  // Basic is what nearly all speak over https, and the only one that needs no second question.
  if (status === 401 && /^(?!.*basic).*digest/is.test(String(headers["www-authenticate"] ?? "")))
    throw new RemoteFault(
      "The WebDAV server asks for Digest authentication. Turn on Basic authentication there.",
    );
  throw faultOf(status, ask.method ?? "GET", missing);
}

/** Each part of the path is one name. */
export const addressOf = ({ url }: Pick<WebdavAccount, "url">, path: string): string =>
  new URL(path.split("/").map(encodeURIComponent).join("/"), url).href;

/** What egress says, in words for the person. */
export function unreachable(error: unknown): unknown {
  if (!(error instanceof EgressError) || error.kind === "cancelled") return error;
  const words = error.kind === "redirect" ? LED_AWAY : error.message;
  const mayPass = ["unreachable", "timeout", "interrupted"].includes(error.kind);
  return new RemoteFault(words, { mayPass, cause: error });
}

const LED_AWAY = "The WebDAV server leads to another address. Connect to that one, if it is yours.";

const NO_FOLDER = "There is no such folder on the WebDAV server. Check its address.";
export const NO_WEBDAV = "This address isn't that of a WebDAV folder.";
const BUSY = "The WebDAV server is busy. Try again in a few minutes.";
const WORDS: Record<number, string> = {
  401: "The WebDAV server doesn't accept this name and password.",
  403: "The WebDAV server doesn't allow Cairn to write there.",
  404: NO_FOLDER,
  405: NO_WEBDAV,
  409: NO_FOLDER,
  410: NO_FOLDER,
  413: "The WebDAV server doesn't take a file this large.",
  423: "This is locked on the WebDAV server just now. Try again later.",
  429: BUSY,
  503: BUSY,
  507: "There is no room left on the WebDAV server.",
};
/** Another try may help: locked, too many requests, and faults of its own. */
const PASSING = new Set([408, 423, 425, 429, 500, 502, 503, 504]);

function faultOf(status: number, method: string, missing?: string): RemoteFault {
  const isRead = method === "GET" || method === "PROPFIND";
  if (status === 403 && isRead)
    return new RemoteFault("The WebDAV server doesn't allow Cairn to read this.", { isOfOne: true });
  const isMissing = isRead && (status === 404 || status === 410);
  const words = isMissing ? (missing ?? NO_FOLDER) : WORDS[status];
  return new RemoteFault(words ?? `The WebDAV server answered with an error (${status}).`, {
    mayPass: PASSING.has(status),
    isMissing,
  });
}
