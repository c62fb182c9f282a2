import type { Agent } from "#contract/agents.ts";
import { MOST_AGENTS } from "#contract/agents.ts";
import { logActivity, quoted } from "../../activity/log-activity.ts";
import type { Services } from "../../base.ts";
import type { Database, Tx } from "../../db/client.ts";
import { Failure, notFound } from "../../failure.ts";
import { recordChange } from "../../live/record-change.ts";
import { hashOf, newSecret } from "../../tokens/secret.ts";
import { type AgentRow, SELECT_AGENTS, toAgent } from "./agent-row.ts";
import { scheduleLook } from "./look.ts";

export async function listAgents(db: Database, userId: string): Promise<Agent[]> {
  const rows = await db.queryAs<AgentRow & { is_paused: boolean }>(
    userId,
    `${SELECT_AGENTS} WHERE a.user_id = $1 ORDER BY lower(a.name), a.id`,
    [userId],
    "list-agents",
  );
  return rows.map(toAgent);
}

/** @throws Failure NOT_FOUND */
export async function readAgent(tx: Tx, agentId: string): Promise<Agent> {
  const [row] = await tx.query<AgentRow & { is_paused: boolean }>(
    `${SELECT_AGENTS} WHERE a.id = $1 AND a.user_id = $2`,
    [agentId, tx.userId],
    "read-agent",
  );
  if (!row) throw notFound();
  return toAgent(row);
}

type Chosen = Omit<Agent, "nextRunAt" | "hasWebhook" | "isPaused" | "createdAt" | "updatedAt">;

const COLUMNS = "name, recipe, instructions, tools, scope, trigger, provider_id, budget, applies, is_on";
const VALUES = "$3, $4, $5, $6, $7, $8, $9, $10, $11, $12";

/** @throws Failure CONFLICT when the id is another account's, QUOTA_EXCEEDED */
export function saveAgent(db: Database, userId: string, chosen: Chosen): Promise<Agent> {
  const { id, name, recipe, instructions, tools, scope, trigger, providerId, budget, applies, isOn } = chosen;
  return db.withUser(userId, async (tx) => {
    await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('agents ' || $1, 0))", [userId]);
    const [known] = await tx.query("SELECT 1 FROM agents WHERE id = $1", [id]);
    if (!known) await assertRoom(tx);
    const values = [id, userId, name, recipe, instructions, tools, JSON.stringify(scope)];
    values.push(
      JSON.stringify(trigger),
      providerId as string,
      JSON.stringify(budget),
      applies,
      isOn as never,
    );
    const [row] = await tx.query(
      known
        ? `UPDATE agents SET (${COLUMNS}) = ROW(${VALUES}), granted_at = now(), looked_at = now(), updated_at = now()
            WHERE id = $1 AND user_id = $2 RETURNING id`
        : `INSERT INTO agents (id, user_id, ${COLUMNS}) VALUES ($1, $2, ${VALUES}) ON CONFLICT (id) DO NOTHING RETURNING id`,
      values,
    );
    if (!row) throw new Failure("CONFLICT", "This id is taken. Create another one and try again.");
    await scheduleLook(db, tx, { id, trigger, isOn }, { now: new Date() });
    await tell(tx, { id, name }, known ? "update" : "insert");
    return readAgent(tx, id);
  });
}

async function assertRoom(tx: Tx): Promise<void> {
  const [row] = await tx.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM agents WHERE user_id = $1",
    [tx.userId],
  );
  if ((row?.count ?? 0) >= MOST_AGENTS)
    throw new Failure("QUOTA_EXCEEDED", `You already have ${MOST_AGENTS} agents. Delete one first.`);
}

const TOLD = {
  insert: { type: "agent_created", verb: "Created" },
  update: { type: "agent_updated", verb: "Changed" },
  delete: { type: "agent_deleted", verb: "Deleted" },
} as const;

async function tell(
  tx: Tx,
  { id, name }: { id: string; name: string },
  operation: keyof typeof TOLD,
): Promise<void> {
  const { type, verb } = TOLD[operation];
  await recordChange(tx, { userId: tx.userId, entity: "agent", entityId: id, operation });
  await logActivity(tx, { type, title: `${verb} the agent ${quoted(name)}`, entityId: id });
}

/** A run that is under way ends by itself: it asks before each step whether it may go on. */
export function removeAgent(db: Database, userId: string, agentId: string): Promise<void> {
  return db.withUser(userId, async (tx) => {
    const [gone] = await tx.query<{ name: string }>(
      "DELETE FROM agents WHERE id = $1 AND user_id = $2 RETURNING name",
      [agentId, userId],
    );
    if (!gone) throw notFound();
    await tell(tx, { id: agentId, name: gone.name }, "delete");
  });
}

/** Somebody signed in lets a paused one go on: it looks again, and what happened meanwhile sets off nothing. */
export async function grantAgain(db: Database, tx: Tx, agent: Agent): Promise<void> {
  if (!agent.isPaused) return;
  await tx.query("UPDATE agents SET granted_at = now(), looked_at = now() WHERE id = $1", [agent.id]);
  await scheduleLook(db, tx, agent, { now: new Date() });
}

/** @throws Failure NOT_FOUND */
export async function makeWebhook(
  { db, config }: Pick<Services, "db" | "config">,
  userId: string,
  agentId: string,
): Promise<string> {
  const secret = newSecret();
  await db.withUser(userId, async (tx) => {
    await grantAgain(db, tx, await readAgent(tx, agentId));
    await tx.query("UPDATE agents SET webhook_hash = $2, updated_at = now() WHERE id = $1", [
      agentId,
      hashOf(secret),
    ]);
    await recordChange(tx, { userId, entity: "agent", entityId: agentId, operation: "update" });
  });
  return new URL(`/hooks/agents/${secret}`, config.publicUrl).href;
}
