/** What models are asked to do; each may be done by another model. */
export const MODEL_TASKS = ["chat", "quick", "embeddings", "image", "speechIn", "speechOut"] as const;
export type ModelTask = (typeof MODEL_TASKS)[number];

/** Protocols: what nearly all servers speak, and Anthropic's own. */
export const MODEL_KINDS = ["openai", "anthropic"] as const;
export type ModelKind = (typeof MODEL_KINDS)[number];

/** Of an account. */
export const MOST_PROVIDERS = 20;

/**
 * How a call ended; each has its own sentence.
 * - `key`: refused, or missing · `credit`: the account there is used up · `rate`: too many requests
 * - `no-model`: it has none of this name · `no-skill`: it can't do this at all · `context`: what was sent is too long
 * - `provider`: a fault of its own · `refused`: it wants none of this request · `not-understood`: no answer of such a server
 * - `cut`: the answer broke off · `timeout`: it came too late · `too-long`: more than is taken
 * - `unreachable`: nothing answers · `address`: the address is not allowed
 * - `busy`: too many calls of this account at once · `cancelled`: nobody waited any more · `unfinished`: the server stopped meanwhile
 */
export const MODEL_RESULTS = [
  "ok",
  "key",
  "credit",
  "rate",
  "no-model",
  "no-skill",
  "context",
  "provider",
  "refused",
  "not-understood",
  "cut",
  "timeout",
  "too-long",
  "unreachable",
  "address",
  "busy",
  "cancelled",
  "unfinished",
] as const;
export type ModelResult = (typeof MODEL_RESULTS)[number];

/** What the operator's providers are called by: they have no row. */
export const OPERATORS = /^operator-\d{1,3}$/;

/**
 * The address that calls go to: without a slash at its end, and without the end of a call's own address, which people copy along. What
 * names a server alone gets the /v1 that nearly all have.
 */
export function baseUrlOf(address: string): string {
  const bare = address
    .trim()
    .replace(/\/(chat\/completions|messages|models|embeddings|audio\/(transcriptions|speech))?\/*$/, "")
    .replace(/\/+$/, "");
  return /^https?:\/\/[^/]+$/i.test(bare) ? `${bare}/v1` : bare;
}
