import { createORPCClient, type ClientLink } from "@orpc/client";
import type { ContractRouterClient } from "@orpc/contract";
import type { Contract } from "#contract/index.ts";
import { gatheringLink } from "./gather-calls.ts";
import { jsonLink } from "./rpc-link.ts";

/** Everything the server offers, typed; the thin client without a cache, for the pages outside /app. */
export type Rpc = ContractRouterClient<Contract>;

const listeners = new Set<(error: unknown) => void>();

/** Hears every failed call of the page, before its caller does. */
export function onRpcError(listener: (error: unknown) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Of a call: what its caller gets in the place of the server's answer. */
export const answers = { asShown: (_input: unknown) => (answer: unknown) => answer };

const options = {
  url: "/rpc",
  headers: () => ({ "x-cairn-build": __CAIRN_BUILD__ }),
};
const plain = gatheringLink(jsonLink(options), options);

const link: ClientLink<Record<never, never>> = {
  async call(path, input, options) {
    const shown = answers.asShown(input);
    try {
      return shown(await plain.call(path, input, options));
    } catch (error) {
      for (const listener of listeners) listener(error);
      throw error;
    }
  },
};

export const rpc: Rpc = createORPCClient(link);
