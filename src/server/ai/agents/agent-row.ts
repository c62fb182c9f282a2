import type { Agent } from "#contract/agents.ts";
import type { Row } from "../../db/row.ts";
import type { agents } from "../../db/schema/agents.ts";

export type AgentRow = Row<typeof agents>;

/** It works without a session; whoever signed out everywhere since took that back. `p` is the profile of its owner. */
export const IS_GRANTED = "a.granted_at > coalesce(p.signed_out_at, '-infinity')";

export const SELECT_AGENTS = `SELECT a.*, NOT (${IS_GRANTED}) AS is_paused FROM agents a JOIN user_profiles p ON p.id = a.user_id`;

export const toAgent = (row: AgentRow & { is_paused: boolean }): Agent => ({
  id: row.id,
  name: row.name,
  recipe: row.recipe,
  instructions: row.instructions,
  tools: row.tools,
  scope: row.scope,
  trigger: row.trigger,
  providerId: row.provider_id,
  budget: row.budget,
  applies: row.applies,
  isOn: row.is_on,
  nextRunAt: row.is_on && !row.is_paused ? (row.next_run_at?.toISOString() ?? null) : null,
  hasWebhook: row.webhook_hash !== null,
  isPaused: row.is_paused,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});
