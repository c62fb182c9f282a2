import { lookup, type LookupAddress } from "node:dns";
import { request as requestHttp, type IncomingMessage, type RequestOptions } from "node:http";
import { request as requestHttps } from "node:https";
import { BlockList, isIP, type LookupFunction } from "node:net";

/** Who chose the address: what an operator set in the configuration may be in his own network. */
export type AddressSource = "user" | "operator";

export interface EgressRequest {
  url: string;
  source: AddressSource;
  method?: "GET" | "POST" | "PUT" | "DELETE" | "HEAD";
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** For the whole exchange; 10 s unless said otherwise. */
  timeoutMs?: number;
  /** Of the answer's body, as it comes over the wire; 1 MB unless said otherwise. */
  maxBytes?: number;
  signal?: AbortSignal;
}

export interface EgressResponse {
  /** Redirects are answers too: they are never followed, because the next address is nobody's choice. */
  status: number;
  headers: IncomingMessage["headers"];
  body: Buffer;
}

/** The request was not made, or its answer was dropped; the message may be shown to the person who set the address. */
export class EgressError extends Error {
  override name = "EgressError";
}

/** Addresses that lead to this machine, its network or its cloud's metadata service. */
const PRIVATE = new BlockList();
for (const [network, prefix] of [
  ...([
    ["0.0.0.0", 8],
    ["10.0.0.0", 8],
    ["100.64.0.0", 10],
    ["127.0.0.0", 8],
    ["169.254.0.0", 16],
  ] as const),
  ...([
    ["172.16.0.0", 12],
    ["192.0.0.0", 24],
    ["192.0.2.0", 24],
    ["192.88.99.0", 24],
    ["192.168.0.0", 16],
  ] as const),
  ...([
    ["198.18.0.0", 15],
    ["198.51.100.0", 24],
    ["203.0.113.0", 24],
    ["224.0.0.0", 4],
    ["240.0.0.0", 4],
  ] as const),
] as const) {
  PRIVATE.addSubnet(network, prefix, "ipv4");
}
/** Of IPv6 only what is public is allowed, and of that neither tunnels to IPv4 nor documentation. */
const GLOBAL_6 = new BlockList();
GLOBAL_6.addSubnet("2000::", 3, "ipv6");
const EXCEPTED_6 = new BlockList();
for (const [network, prefix] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const) {
  EXCEPTED_6.addSubnet(network, prefix, "ipv6");
}

/** Whether an address is one of the public internet. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !PRIVATE.check(address, "ipv4");
  return version === 6 && GLOBAL_6.check(address, "ipv6") && !EXCEPTED_6.check(address, "ipv6");
}

/**
 * The only way from the server to other machines. The name is resolved once, its addresses are checked, and exactly
 * these are connected to, so that a name cannot change its meaning in between.
 * @throws EgressError
 */
export async function egress(request: EgressRequest): Promise<EgressResponse> {
  const url = URL.parse(request.url);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new EgressError("The address must begin with http:// or https://.");
  if (url.username || url.password)
    throw new EgressError("The address must not hold a user name or password.");
  const timeoutMs = request.timeoutMs ?? 10_000;
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = request.signal ? AbortSignal.any([request.signal, timeout]) : timeout;
  try {
    return await exchange(url, request, signal);
  } catch (error) {
    if (error instanceof EgressError) throw error;
    // One answer for names that are unknown, lead inside or refuse: which it was would tell a stranger what our network has.
    if (request.source === "user") throw unreachable(url.host, error);
    if (timeout.aborted)
      throw new EgressError(`${url.host} did not answer within ${timeoutMs / 1000} seconds.`);
    throw new EgressError(`${url.host} could not be reached: ${(error as Error).message}`, { cause: error });
  }
}

function exchange(url: URL, request: EgressRequest, signal: AbortSignal): Promise<EgressResponse> {
  const options: RequestOptions = {
    method: request.method ?? "GET",
    headers: { "user-agent": "Cairn", ...request.headers },
    lookup: request.source === "user" ? publicLookup : undefined,
    signal,
    // A kept connection would outlive the check of its address.
    agent: false,
  };
  // Node asks for no lookup when the host is an address already.
  const literal = url.hostname.replace(/^\[|\]$/g, "");
  if (request.source === "user" && isIP(literal) !== 0 && !isPublicAddress(literal)) {
    return Promise.reject(new Error(NOT_PUBLIC));
  }
  return new Promise((done, fail) => {
    const send = url.protocol === "https:" ? requestHttps : requestHttp;
    const outgoing = send(url, options, (incoming) => {
      readCapped(incoming, request.maxBytes ?? 1_000_000).then(
        (body) => done({ status: incoming.statusCode ?? 0, headers: incoming.headers, body }),
        (error: Error) => {
          outgoing.destroy();
          fail(error);
        },
      );
    });
    outgoing.once("error", fail);
    outgoing.end(request.body);
  });
}

async function readCapped(incoming: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new EgressError(`The answer is larger than the ${maxBytes} bytes allowed.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Refuses a name when any of its addresses is not public: which of them gets used is not ours to choose. */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error) return callback(error, "");
    const [first] = addresses;
    if (!first || !addresses.every(({ address }) => isPublicAddress(address))) {
      return callback(new Error(NOT_PUBLIC), "");
    }
    return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
  });
};

const NOT_PUBLIC = "not an address of the public internet";

/** The cause is for the log alone. */
const unreachable = (host: string, cause: unknown) =>
  new EgressError(`${host} could not be reached on the public internet.`, { cause });
