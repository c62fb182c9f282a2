import { BlockList, isIPv4 } from "node:net";
import { literalAddress } from "./addresses.ts";

/** This machine and private networks, those of tunnels between one's own machines too. What is merely no public address is not among them. */
const INSIDE = new BlockList();
for (const [network, prefix, type] of [
  ["0.0.0.0", 32, "ipv4"],
  ["10.0.0.0", 8, "ipv4"],
  ["100.64.0.0", 10, "ipv4"],
  ["127.0.0.0", 8, "ipv4"],
  ["169.254.0.0", 16, "ipv4"],
  ["172.16.0.0", 12, "ipv4"],
  ["192.168.0.0", 16, "ipv4"],
  ["::", 127, "ipv6"],
  ["fc00::", 7, "ipv6"],
  ["fe80::", 10, "ipv6"],
] as const)
  INSIDE.addSubnet(network, prefix, type);

/** Names that no public server has (RFC 6761, 6762, 8375, ICANN's .internal, and what routers give out). */
const INSIDE_NAME = /^(?:[^.]+|.+\.(?:localhost|local|internal|lan|home\.arpa))$/i;

/**
 * Whether an address leads to this machine or to a private network by what it says. Nothing is looked up: a public name that resolves to
 * an inside address may resolve to another one in a minute.
 */
export function isLocalAddress(address: string): boolean {
  const url = URL.parse(address);
  if (!url) return false;
  const literal = literalAddress(url);
  if (literal !== undefined) return INSIDE.check(literal, isIPv4(literal) ? "ipv4" : "ipv6");
  return INSIDE_NAME.test(url.hostname.replace(/\.$/, ""));
}
