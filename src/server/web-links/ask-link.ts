import { EgressError } from "../platform/egress/egress-error.ts";
import type { Egress, EgressStream } from "../platform/egress/egress.ts";

/** What an address answers. `unasked`: nothing that tells whether people still find something there. */
export type LinkAnswer = {
  outcome: "ok" | "gone" | "failed" | "unasked";
  /** Null where no answer came. */
  status: number | null;
  movedTo: string | null;
  /** How long the site wants to be left alone. */
  retryMs: number | null;
};

const TIMEOUT_MS = 10_000;
/** The head says enough; of the body nothing is read on purpose. */
const MOST_BYTES = 65_536;
const MOST_RETRY_MS = 7 * 86_400_000;
const HEADERS = { accept: "text/html, */*;q=0.5", "user-agent": "Cairn (checks links)" };

type Asking = { allowed?: readonly string[]; timeoutMs?: number; signal?: AbortSignal };

/**
 * Asks whether an address still works, without reading what is there. Plain http is asked as https, because nothing else leaves the server
 * for addresses of users; what works there has moved there.
 * @param allowed `host:port` that the operator lets users name as they are
 * @throws EgressError where the caller gave up
 */
export async function askLink(egress: Egress, address: string, asking: Asking = {}): Promise<LinkAnswer> {
  const url = URL.parse(address);
  if (!url || isInside(url, asking.allowed ?? [])) return UNASKED;
  const isUpgraded = url.protocol === "http:" && !asking.allowed?.includes(url.host);
  if (isUpgraded) url.protocol = "https:";
  const fragment = url.hash;
  url.hash = "";
  const answer = await askTwice(egress, url.href, asking);
  if (isUpgraded && answer.outcome !== "ok") return { ...UNASKED, retryMs: answer.retryMs };
  const movedTo = answer.movedTo ?? (isUpgraded ? url.href : null);
  return { ...answer, movedTo: movedTo && fragment && !movedTo.includes("#") ? movedTo + fragment : movedTo };
}

const UNASKED: LinkAnswer = { outcome: "unasked", status: null, movedTo: null, retryMs: null };

/** Names that only one's own network knows, and bare addresses: strangers may not ask them, so nobody can tell whether they work. */
function isInside({ hostname, host }: URL, allowed: readonly string[]): boolean {
  if (allowed.includes(host)) return false;
  return /^\[|^[\d.]+$|^[^.]+$|\.(?:local|lan|home|internal|intranet|localhost|test|invalid|example|onion|arpa)$/i.test(
    hostname,
  );
}

/** HEAD first, which costs the other side least; who answers it badly is asked as a browser would. */
async function askTwice(egress: Egress, url: string, asking: Asking): Promise<LinkAnswer> {
  const head = await askOnce(egress, { url, method: "HEAD" }, asking);
  const isSure = head.outcome === "ok" || head.status === 429 || head.isUnreachable;
  return isSure ? head : askOnce(egress, { url, method: "GET" }, asking);
}

type Once = LinkAnswer & { isUnreachable?: boolean };

async function askOnce(
  egress: Egress,
  request: { url: string; method: "HEAD" | "GET" },
  { timeoutMs = TIMEOUT_MS, signal }: Asking,
): Promise<Once> {
  try {
    const answer = await egress.stream({
      ...request,
      source: "user",
      headers: HEADERS,
      timeoutMs,
      idleMs: timeoutMs,
      maxBytes: MOST_BYTES,
      ...(signal && { signal }),
    });
    await answer.body.cancel().catch(() => {});
    return toAnswer(answer);
  } catch (error) {
    if (!(error instanceof EgressError) || error.kind === "cancelled") throw error;
    // Who sends elsewhere, and further than we follow, answers all the same.
    if (error.kind === "redirect" || error.kind === "refused") return UNASKED;
    return { ...UNASKED, outcome: "failed", isUnreachable: error.kind === "unreachable" };
  }
}

function toAnswer({ status, headers, movedTo }: EgressStream): LinkAnswer {
  const retryMs = status === 429 || status === 503 ? retryOf(headers["retry-after"]) : null;
  const answer = { status, movedTo: null, retryMs };
  if (status >= 200 && status < 300) return { ...answer, outcome: "ok", movedTo: movedTo ?? null };
  if (status === 404 || status === 410) return { ...answer, outcome: "gone" };
  // Other refusals are of who asks: a sign-in, a limit, a page that wants a browser.
  return { ...answer, outcome: status >= 500 ? "failed" : "unasked" };
}

/** Seconds, or a date. */
function retryOf(value: string | undefined): number | null {
  if (value === undefined) return null;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) && ms > 0 ? Math.min(ms, MOST_RETRY_MS) : null;
}
