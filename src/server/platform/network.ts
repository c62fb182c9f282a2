import { isIP, isIPv6 } from "node:net";

/** For everyone: the rest of `node:net` opens connections, which egress/ alone does. */
export { isIP };

/**
 * Whom an address stands for where tries are counted. Somebody with IPv6 has at least a /64 of them, so that counting each would count
 * nobody.
 */
export function networkOf(ip: string): string {
  const address = ip.toLowerCase().split("%")[0]!;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(address)) return address;
  const [head = "", tail] = address.split("::");
  const first = head === "" ? [] : head.split(":");
  const last = tail ? tail.split(":") : [];
  const groups =
    tail === undefined ? first : [...first, ...Array(8 - first.length - last.length).fill("0"), ...last];
  return `${groups
    .slice(0, 4)
    .map((group: string) => group.replace(/^0+(?=.)/, ""))
    .join(":")}::/64`;
}
