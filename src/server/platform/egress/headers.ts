import { validateHeaderName, validateHeaderValue } from "node:http";
import { EgressError } from "./egress-error.ts";

/** Say where a request goes and how it is framed, which is not the caller's to choose. */
const OURS =
  /^(host|connection|keep-alive|content-length|transfer-encoding|te|trailer|upgrade|expect|proxy-.*)$/;
const CREDENTIALS = new Set(["authorization", "cookie"]);

/** Headers by lower-case name; `credentials` are for the first origin alone. */
export interface Headers {
  plain: Record<string, string>;
  credentials: Record<string, string>;
}

/** @throws EgressError when one of them cannot be sent */
export function sortHeaders(given: Record<string, string>, marked: Record<string, string>): Headers {
  const sorted: Headers = { plain: { "user-agent": "Cairn" }, credentials: {} };
  const put = (name: string, value: string, isCredential: boolean) => {
    if (OURS.test(name)) throw new EgressError("refused", `The header ${name} cannot be set.`);
    if (!isSendable(name, value))
      throw new EgressError("refused", `The header ${name} has characters that cannot be sent.`);
    sorted[isCredential ? "credentials" : "plain"][name] = value;
  };
  for (const [name, value] of Object.entries(given))
    put(name.toLowerCase(), value, CREDENTIALS.has(name.toLowerCase()));
  for (const [name, value] of Object.entries(marked)) put(name.toLowerCase(), value, true);
  return sorted;
}

function isSendable(name: string, value: string): boolean {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
}

/** Without those that describe a body. */
export function withoutBody({ plain, credentials }: Headers): Headers {
  const kept = Object.entries(plain).filter(([name]) => !name.startsWith("content-"));
  return { plain: Object.fromEntries(kept), credentials };
}
