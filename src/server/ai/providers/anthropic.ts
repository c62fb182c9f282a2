import { z } from "zod";
import type { Egress } from "../../platform/egress/egress.ts";
import { streamAnthropicChat, VERSION } from "./anthropic-chat.ts";
import type { Connection, ModelClient, ModelLimits } from "./model-client.ts";
import { lacksSkill, notUnderstood } from "./model-fault.ts";
import { askJson, hostOf } from "./send.ts";

const Models = z.object({ data: z.array(z.object({ id: z.string().max(300) })) });

/** Anthropic's own protocol, which has no embeddings and makes no pictures. */
export function anthropicClient(egress: Egress, connection: Connection, limits: ModelLimits): ModelClient {
  const host = hostOf(connection);
  return {
    streamChat: (request) => streamAnthropicChat(egress, connection, limits, request),
    embed: async () => {
      throw lacksSkill(host, "make embeddings");
    },
    generateImages: async () => {
      throw lacksSkill(host, "make pictures");
    },
    transcribe: async () => {
      throw lacksSkill(host, "write down speech");
    },
    speak: async () => {
      throw lacksSkill(host, "speak");
    },
    async listModels(signal) {
      const json = await askJson(egress, connection, {
        path: "/models?limit=1000",
        headers: VERSION,
        skill: "list its models",
        timeoutMs: limits.listMs,
        idleMs: limits.listMs,
        maxBytes: 4_000_000,
        signal,
      });
      const { data } = Models.safeParse(json);
      if (!data) throw notUnderstood(host);
      return [...new Set(data.data.map(({ id }) => id))].toSorted();
    },
  };
}
