import { lookup, type LookupAddress } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";

/** Addresses that lead to this machine, its network or its cloud's metadata service. */
const PRIVATE = new BlockList();
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
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

/** What an address is judged by. Tests bring a small internet of their own. */
export interface Internet {
  lookup: LookupFunction;
  isPublic(address: string): boolean;
  /** Of the scheme and port of an address that nobody vouches for. */
  isOpenPort(url: URL): boolean;
}

const PORTS = new Set(["", "443", "8443"]);

export const INTERNET: Internet = {
  lookup,
  isPublic: isPublicAddress,
  isOpenPort: (url) => url.protocol === "https:" && PORTS.has(url.port),
};

/** @returns undefined for a name, which has to be looked up first */
export function literalAddress(url: URL): string | undefined {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  return isIP(host) === 0 ? undefined : host;
}

/**
 * Looks a name up for one connection, which is made to exactly the addresses that were checked: the name cannot change its meaning in
 * between. Refuses it when any of them is not public, because which of them gets used is not ours to choose.
 */
export function publicLookup({ lookup: look, isPublic }: Internet): LookupFunction {
  return (hostname, options, callback) => {
    look(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, "");
      const addresses = found as LookupAddress[];
      const [first] = addresses;
      if (!first || !addresses.every(({ address }) => isPublic(address)))
        return callback(new Error(NOT_PUBLIC), "");
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };
}

export const NOT_PUBLIC = "not an address of the public internet";
