import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import type { AddressInfo, LookupFunction } from "node:net";
import type { Internet } from "#server/platform/egress/addresses.ts";

/** Of the small internet; everything else of this machine is inside. */
const PUBLIC = /^127\.0\.0\.([2-9]|\d\d+)$/;

/**
 * An internet on the loopback device, where any port may be asked. A name means its lists of addresses one after the other, then the
 * last of them for ever; a name that is not listed is unknown.
 */
export function smallInternet(names: Record<string, string[][]>): Internet & { lookups: string[] } {
  const lookups: string[] = [];
  const lookup: LookupFunction = (hostname, { all }, callback) => {
    const answers = names[hostname];
    const answer =
      answers?.[Math.min(lookups.filter((name) => name === hostname).length, answers.length - 1)];
    lookups.push(hostname);
    const addresses = answer?.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
    setImmediate(() => {
      if (!addresses) callback(Object.assign(new Error("unknown name"), { code: "ENOTFOUND" }), "");
      else if (all) callback(null, addresses);
      else callback(null, addresses[0]!.address, addresses[0]!.family);
    });
  };
  return { lookup, lookups, isPublic: (address) => PUBLIC.test(address), isOpenPort: () => true };
}

export type LocalServer = {
  port: number;
  /** What it was asked, oldest first. */
  asked: IncomingMessage[];
  /** How many connections are open. */
  connections: () => Promise<number>;
  close: () => void;
};

/** A server on an address of this machine, on a free port unless one is given. */
export async function startLocalServer(
  answer: RequestListener,
  { host = "127.0.0.1", port = 0 } = {},
): Promise<LocalServer> {
  const asked: IncomingMessage[] = [];
  const server: Server = createServer((request, response) => {
    asked.push(request);
    answer(request, response);
  }).listen(port, host);
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    connections: () =>
      new Promise((done, fail) =>
        server.getConnections((error, count) => (error ? fail(error) : done(count))),
      ),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/**
 * Two servers on one port: a public one, and one inside. A port that is free at one address may be taken at the other by another
 * program; then it is tried again with the next.
 */
export async function startLocalPair(outside: RequestListener, inside: RequestListener) {
  for (let attempt = 1; ; attempt += 1) {
    const first = await startLocalServer(outside, { host: "127.0.0.2" });
    try {
      return { outside: first, inside: await startLocalServer(inside, { port: first.port }) };
    } catch (error) {
      first.close();
      if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE" || attempt === 20) throw error;
    }
  }
}
