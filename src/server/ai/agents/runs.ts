import { z } from "zod";
import type { AgentRun, AgentRunDetail } from "#contract/agents.ts";
import { MOST_RUNS } from "#contract/agents.ts";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { statesOf } from "../../changesets/changesets.ts";
import type { Database, Tx } from "../../db/client.ts";
import type { Row } from "../../db/row.ts";
import type { agentRuns } from "../../db/schema/agents.ts";
import { notFound } from "../../failure.ts";
import { enqueue } from "../../jobs/job.ts";
import { recordChange } from "../../live/record-change.ts";

/** The queue knows it by this; run-agent.ts runs it. */
export const agentJob = { name: "run-agent", data: z.object({ runId: z.uuid() }) };

const HEAD = [
  ...([
    "id",
    "agent_id",
    "agent_name",
    "cause",
    "is_dry",
    "state",
    "summary",
    "fault",
    "changeset_id",
  ] as const),
  ...(["proposed", "applied", "created_at", "started_at", "ended_at", "seen_at"] as const),
] as const;
const DETAIL = [...HEAD, "steps", "model", "tokens_in", "tokens_out", "cost"] as const;
type States = Pick<AgentRun, "states">;
type HeadRow = Row<typeof agentRuns, typeof HEAD> & States;
type DetailRow = Row<typeof agentRuns, typeof DETAIL> & States;
const STATES = `${statesOf("agent_runs.changeset_id")} AS states`;

/** Whatever it was doing, its node was killed each time. */
const LONGEST_MS = 45 * 60_000;
const GONE = "The server ended while it ran.";

function toRun(row: HeadRow): AgentRun {
  const isGone = row.state === "running" && Date.now() - (row.started_at?.getTime() ?? 0) > LONGEST_MS;
  return {
    id: row.id,
    agentId: row.agent_id,
    agentName: row.agent_name,
    cause: row.cause,
    isDry: row.is_dry,
    state: isGone ? "failed" : row.state,
    summary: row.summary,
    fault: isGone ? GONE : row.fault,
    changesetId: row.changeset_id,
    proposed: row.proposed,
    applied: row.applied,
    states: row.states,
    isSeen: row.seen_at !== null,
    createdAt: row.created_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
  };
}

type Start = { cause: AgentRun["cause"]; payload?: string; isDry?: boolean; id?: string };

/** Of one account: each asks every few seconds whether its turn has come. */
const MOST_WAITING = 100;

/** Made, or why not: all agents are stopped, as many wait as may, or there is a run of this id. */
type Begun = "begun" | "stopped" | "full" | "known";

const MAY_BEGIN = `SELECT
    EXISTS (SELECT FROM user_preferences WHERE user_id = $1 AND settings @> '{"areAgentsStopped": true}') AS "isStopped",
    (SELECT count(*) FROM agent_runs WHERE user_id = $1 AND state = 'waiting') >= ${MOST_WAITING} AS "isFull"`;

export async function startRun(
  tx: Tx,
  agent: { id: string; name: string },
  { cause, payload, isDry = false, id = uuidV7() }: Start,
): Promise<Begun> {
  const [may] = await tx.query<{ isStopped: boolean; isFull: boolean }>(
    MAY_BEGIN,
    [tx.userId],
    "may-begin-agent-run",
  );
  if (may?.isStopped) return "stopped";
  if (may?.isFull) return "full";
  const made = await tx.query(
    `INSERT INTO agent_runs (id, user_id, agent_id, agent_name, cause, payload, is_dry)
     VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING RETURNING id`,
    [id, tx.userId, agent.id, agent.name, cause, payload ?? null, isDry],
    "start-agent-run",
  );
  if (made.length === 0) return "known";
  await tx.query(
    `DELETE FROM agent_runs WHERE user_id = $1 AND ended_at IS NOT NULL
      AND id <= (SELECT id FROM agent_runs WHERE user_id = $1 ORDER BY id DESC OFFSET ${MOST_RUNS} LIMIT 1)`,
    [tx.userId],
    "drop-old-agent-runs",
  );
  await enqueue(tx, agentJob, { runId: id }, { key: id });
  await tellOfRun(tx, id, "insert");
  return "begun";
}

export const tellOfRun = (tx: Tx, runId: string, operation: "insert" | "update" = "update"): Promise<void> =>
  recordChange(tx, { userId: tx.userId, entity: "agentRun", entityId: runId, operation });

/** @throws Failure NOT_FOUND */
export async function readRun(tx: Tx, runId: string): Promise<AgentRunDetail> {
  const [row] = await tx.query<DetailRow>(
    `SELECT ${DETAIL.join(", ")}, ${STATES} FROM agent_runs WHERE id = $1 AND user_id = $2`,
    [runId, tx.userId],
    "read-agent-run",
  );
  if (!row) throw notFound();
  const { steps, model, cost } = row;
  return { ...toRun(row), steps, model, tokensIn: row.tokens_in, tokensOut: row.tokens_out, cost };
}

type Asked = {
  agentId?: string | undefined;
  unseen?: boolean | undefined;
  before?: string | undefined;
  limit: number;
};

export async function listRuns(
  db: Database,
  userId: string,
  { agentId, unseen = false, before, limit }: Asked,
): Promise<{ runs: AgentRun[]; hasMore: boolean }> {
  const rows = await db.queryAs<HeadRow>(
    userId,
    `SELECT ${HEAD.join(", ")}, ${STATES} FROM agent_runs
      WHERE user_id = $1 AND ($2::uuid IS NULL OR agent_id = $2) AND ($3::uuid IS NULL OR id < $3)
        AND (NOT $4 OR (seen_at IS NULL AND ended_at IS NOT NULL))
      ORDER BY id DESC LIMIT $5`,
    [userId, agentId ?? null, before ?? null, unseen, limit + 1],
    "list-agent-runs",
  );
  return { runs: rows.slice(0, limit).map(toRun), hasMore: rows.length > limit };
}

export async function countUnseen(db: Database, userId: string): Promise<number> {
  const [row] = await db.queryAs<{ count: number }>(
    userId,
    "SELECT count(*)::int AS count FROM agent_runs WHERE user_id = $1 AND seen_at IS NULL AND ended_at IS NOT NULL",
    [userId],
    "count-unseen-agent-runs",
  );
  return row?.count ?? 0;
}

/** Ended runs alone: one that is under way is news when it ends. */
export function seeRuns(db: Database, userId: string, through: string): Promise<void> {
  return db.withUser(userId, async (tx) => {
    const seen = await tx.query(
      `UPDATE agent_runs SET seen_at = now()
        WHERE user_id = $1 AND id <= $2 AND seen_at IS NULL AND ended_at IS NOT NULL RETURNING id`,
      [userId, through],
      "see-agent-runs",
    );
    if (seen.length > 0) await tellOfRun(tx, through);
  });
}

/** What runs hears of it within a second, and proposes nothing. @throws Failure NOT_FOUND */
export function stopRun(db: Database, userId: string, runId: string): Promise<void> {
  return db.withUser(userId, async (tx) => {
    await readRun(tx, runId);
    await tx.query(
      `UPDATE agent_runs SET state = 'stopped', ended_at = now(), seen_at = now(), fault = 'You stopped it.'
        WHERE id = $1 AND user_id = $2 AND state IN ('waiting', 'running')`,
      [runId, userId],
      "stop-agent-run",
    );
    await tellOfRun(tx, runId);
  });
}
