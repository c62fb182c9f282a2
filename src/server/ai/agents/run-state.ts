import { PreferenceSettings } from "#contract/preferences.ts";
import type { Tx } from "../../db/client.ts";
import type { Row } from "../../db/row.ts";
import type { agentRuns } from "../../db/schema/agents.ts";
import { announceNews } from "../../reminders/announce-rings.ts";
import type { Spent } from "./recipes/recipe.ts";
import { tellOfRun } from "./runs.ts";

const COLUMNS = [
  "id",
  "agent_id",
  "agent_name",
  "cause",
  "payload",
  "is_dry",
  "state",
  "changeset_id",
] as const;
export type RunRow = Row<typeof agentRuns, typeof COLUMNS>;

/**
 * Marks a run as running, or finds that it is; null once it has ended, or its agent is gone. "busy" while another of the account runs, which
 * one whose node was killed does until it is taken up again.
 */
export async function takeRun(tx: Tx, runId: string, attempt: number): Promise<RunRow | "busy" | null> {
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('agent runs ' || $1, 0))", [tx.userId]);
  const [run] = await tx.query<RunRow>(
    `SELECT ${COLUMNS.join(", ")} FROM agent_runs WHERE id = $1 AND user_id = $2 FOR UPDATE`,
    [runId, tx.userId],
    "take-agent-run",
  );
  if (!run || (run.state !== "waiting" && run.state !== "running")) return null;
  if (!run.agent_id) {
    await endRun(tx, run, { isOver: true, isStopped: true, fault: "Its agent was deleted." });
    return null;
  }
  if (run.state === "running") return run;
  const others = await tx.query(
    "SELECT 1 FROM agent_runs WHERE user_id = $1 AND state = 'running' AND started_at > now() - interval '45 minutes' LIMIT 1",
    [tx.userId],
    "running-agent-runs",
  );
  if (others.length > 0) return "busy";
  await tx.query(
    "UPDATE agent_runs SET state = 'running', started_at = now() WHERE id = $1",
    [runId],
    "begin-agent-run",
  );
  if (attempt === 1) await tellOfRun(tx, runId);
  return { ...run, state: "running" };
}

/** Nobody ends it until this transaction is over. */
export const lockRun = (tx: Tx, runId: string): Promise<unknown> =>
  tx.query("SELECT 1 FROM agent_runs WHERE id = $1 FOR UPDATE", [runId], "lock-agent-run");

type Ending = Partial<Spent> & {
  summary?: string;
  fault?: string;
  changesetId?: string | null;
  proposed?: number;
  applied?: number;
  /** Nothing is left to do. */
  isOver: boolean;
  isStopped?: boolean;
};

export async function endRun(tx: Tx, run: Pick<RunRow, "id">, ending: Ending): Promise<void> {
  const { isOver, isStopped, fault } = ending;
  const state = !isOver ? "running" : isStopped ? "stopped" : fault ? "failed" : "done";
  const [row] = await tx.query<Told>(
    `UPDATE agent_runs SET state = $2, summary = coalesce($3, summary), fault = $4, changeset_id = coalesce($5, changeset_id),
        proposed = coalesce($6, proposed), applied = coalesce($7, applied), model = coalesce($8, model),
        tokens_in = coalesce($9, tokens_in), tokens_out = coalesce($10, tokens_out), cost = coalesce($11, cost),
        ended_at = CASE WHEN $12 THEN now() END
      WHERE id = $1 RETURNING agent_name, cause, proposed, applied, fault, changeset_id, is_dry`,
    [
      ...[run.id, state, ending.summary ?? null, fault ?? null, ending.changesetId ?? null],
      ...[ending.proposed ?? null, ending.applied ?? null, ending.model ?? null, ending.tokensIn ?? null],
      ...[ending.tokensOut ?? null, ending.cost ?? null, isOver],
    ],
    "end-agent-run",
  );
  await tellOfRun(tx, run.id);
  if (row && isOver && !isStopped) await tellPerson(tx, row);
}

type Told = Pick<
  Row<typeof agentRuns>,
  "agent_name" | "cause" | "proposed" | "applied" | "fault" | "changeset_id" | "is_dry"
>;

/** Once a day, of the first that leaves something to look at: all of them stand together on their page. Whoever pressed Run looks at it. */
async function tellPerson(
  tx: Tx,
  { agent_name: name, cause, proposed, applied, fault }: Told,
): Promise<void> {
  if (cause === "hand" || (proposed === 0 && !fault)) return;
  const [row] = await tx.query<{ settings: Record<string, unknown>; day: string }>(
    "SELECT settings, to_char(now(), 'YYYY-MM-DD') AS day FROM user_preferences WHERE user_id = $1",
    [tx.userId],
    "settings-for-agents",
  );
  const reminders = PreferenceSettings.shape.reminders.catch(undefined).parse(row?.settings["reminders"]);
  const waiting = proposed - applied;
  const did =
    waiting > 0 ? `proposes ${waiting === 1 ? "a change" : `${waiting} changes`}` : "has made its changes";
  await announceNews(
    tx,
    {
      title: "Your agents have run",
      message: (fault ? `${name} failed: ${fault}` : `${name} ${did}.`).slice(0, 500),
      path: "/app/agents",
      key: `agents:${row?.day ?? ""}`,
    },
    { reminders },
  );
}
