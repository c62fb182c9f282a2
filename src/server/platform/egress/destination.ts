import type { Internet } from "./addresses.ts";
import { EgressError } from "./egress-error.ts";

/** Who chose the address: what an operator set in the configuration may be in his own network. */
export type AddressSource = "user" | "operator";

/** As the configuration lists servers. */
export function hostPort(url: URL): string {
  return `${url.hostname}:${url.port || (url.protocol === "https:" ? 443 : 80)}`;
}

export interface Reach {
  /** Only the public internet will do. */
  isPublicOnly: boolean;
  /** The person who reads the errors runs the network that they tell of. */
  isFrank: boolean;
}

/**
 * How far requests may go that began with `first`. Whoever vouched for that server did not vouch for wherever it sends us.
 * @param allowed servers that users may name though they are inside
 */
export function createReach(
  first: URL,
  source: AddressSource,
  { allowed, internet }: { allowed: readonly string[]; internet: Internet },
): (url: URL) => Reach {
  const isVouched = source === "operator" || allowed.includes(hostPort(first));
  return (url) => {
    const isHome = isVouched && hostPort(url) === hostPort(first);
    const fault = faultOf(url, isHome || internet.isOpenPort(url));
    if (fault && url !== first)
      throw new EgressError("redirect", `${first.host} redirects to an address that is not allowed.`);
    if (fault) throw new EgressError("refused", fault);
    return { isPublicOnly: !isHome, isFrank: isHome && source === "operator" };
  };
}

/** Nothing is looked up for an address that is refused here, so that the refusal tells nothing of what is there. */
function faultOf({ protocol, username, password }: URL, isOpen: boolean): string | undefined {
  if (!/^https?:$/.test(protocol)) return "The address must begin with http:// or https://.";
  if (username || password) return "The address must not hold a user name or password.";
  return isOpen ? undefined : "The address must begin with https:// and use port 443 or 8443.";
}
