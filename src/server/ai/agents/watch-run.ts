import type { Agent } from "#contract/agents.ts";
import type { Database, Tx } from "../../db/client.ts";
import { IS_GRANTED } from "./agent-row.ts";
import { tellOfRun } from "./runs.ts";

/** Its person ended it, in one way or another; the message says how. */
export class Stopped extends Error {}

const LOOK_MS = 1_000;

/** Why a run has to end, in words. */
const REASON = `SELECT CASE
    WHEN r.state <> 'running' THEN 'You stopped it.'
    WHEN a.id IS NULL THEN 'Its agent was deleted.'
    WHEN NOT (${IS_GRANTED}) THEN 'You signed out everywhere, or your password was reset. Save the agent to allow it again.'
    WHEN EXISTS (SELECT FROM user_preferences u WHERE u.user_id = r.user_id AND u.settings @> '{"areAgentsStopped": true}')
      THEN 'All agents were stopped.'
  END AS reason
  FROM agent_runs r JOIN user_profiles p ON p.id = r.user_id LEFT JOIN agents a ON a.id = r.agent_id WHERE r.id = $1`;

type Watched = { runId: string; agent: Pick<Agent, "budget" | "recipe">; signal: AbortSignal };

/** Of one that asks no model: as many as there are things to look at. The others are taken, and not kept. */
const MOST_STEPS = 200;

/** @throws Stopped */
export async function assertGoing(tx: Tx, runId: string): Promise<void> {
  const [row] = await tx.query<{ reason: string | null }>(REASON, [runId], "reason-to-stop-agent");
  const reason = row ? row.reason : "Its record was deleted.";
  if (reason) throw new Stopped(reason);
}

/** Ends what it does within a second or two of whatever takes its permission away, on whatever node that was said. */
export class WatchedRun {
  readonly signal: AbortSignal;
  private readonly stop = new AbortController();
  private readonly looking: NodeJS.Timeout;
  private readonly time: NodeJS.Timeout;
  private readonly db: Database;
  private readonly userId: string;
  private readonly watched: Watched;
  private taken = 0;

  constructor(db: Database, userId: string, watched: Watched) {
    this.db = db;
    this.userId = userId;
    this.watched = watched;
    this.signal = AbortSignal.any([watched.signal, this.stop.signal]);
    this.looking = setInterval(() => void this.look(), LOOK_MS);
    const { minutes } = watched.agent.budget;
    const words = `It took longer than ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`;
    this.time = setTimeout(() => this.stop.abort(new Stopped(words)), minutes * 60_000);
  }

  /** Why it was ended in the middle of what it did. */
  get stopped(): Stopped | null {
    return this.stop.signal.aborted ? (this.stop.signal.reason as Stopped) : null;
  }

  /** @throws Stopped, also where a model has taken as many as it may */
  async step(words: string, isFault = false): Promise<void> {
    const { runId, agent } = this.watched;
    this.signal.throwIfAborted();
    this.taken += 1;
    const { steps } = agent.budget;
    if (agent.recipe === "model" && this.taken > steps)
      throw new Stopped(steps === 1 ? "It took its one step." : `It took all of its ${steps} steps.`);
    const isKept = this.taken <= MOST_STEPS;
    const step = { at: new Date().toISOString(), words: words.slice(0, 500).toWellFormed(), isFault };
    await this.db.withUser(this.userId, async (tx) => {
      await assertGoing(tx, runId);
      if (!isKept) return;
      await tx.query(
        "UPDATE agent_runs SET steps = steps || $2::jsonb WHERE id = $1",
        [runId, JSON.stringify([step])],
        "step-of-agent-run",
      );
      await tellOfRun(tx, runId);
    });
  }

  end(): void {
    clearInterval(this.looking);
    clearTimeout(this.time);
  }

  private async look(): Promise<void> {
    try {
      await this.db.withUser(this.userId, (tx) => assertGoing(tx, this.watched.runId));
    } catch (error) {
      // While the database is away it goes on; nothing can be proposed then.
      if (error instanceof Stopped) this.stop.abort(error);
    }
  }
}
