import type { Egress } from "../../platform/egress/egress.ts";
import { createClient } from "./create-client.ts";
import { MODEL_LIMITS } from "./model-client.ts";

const PROBE_MS = 2_000;

/** Which of the inside addresses that the operator listed are servers of models: those that answer with a list of them. */
export async function probeServers(egress: Egress, allowed: readonly string[]) {
  const answers = await Promise.all(
    allowed.map(async (server) => {
      const url = `http://${server}/v1`;
      const limits = { ...MODEL_LIMITS, listMs: PROBE_MS };
      const client = createClient(
        egress,
        // As the user whose provider it may become, and within the same bounds.
        { kind: "openai", baseUrl: url, key: null, source: "user" },
        limits,
      );
      const models = await client.listModels().catch(() => null);
      return models ? [{ url, models }] : [];
    }),
  );
  return answers.flat();
}
