import type { Egress } from "../../platform/egress/egress.ts";
import { anthropicClient } from "./anthropic.ts";
import { type Connection, MODEL_LIMITS, type ModelClient, type ModelLimits } from "./model-client.ts";
import { openAiClient } from "./openai.ts";

export function createClient(
  egress: Egress,
  connection: Connection,
  limits: ModelLimits = MODEL_LIMITS,
): ModelClient {
  return (connection.kind === "anthropic" ? anthropicClient : openAiClient)(egress, connection, limits);
}
