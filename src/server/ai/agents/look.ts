import { z } from "zod";
import type { Agent, AgentTrigger } from "#contract/agents.ts";
import { addDays, instantAt, momentAt, wallOf } from "#language/moment.ts";
import { wallAt } from "#language/time-zone.ts";
import type { Services } from "../../base.ts";
import { timeZoneOf } from "../../collab/note-tasks.ts";
import type { Database, Tx } from "../../db/client.ts";
import { within } from "../../db/within.ts";
import { enqueue, type QueuedJob } from "../../jobs/job.ts";
import { isOfNotes } from "../answers/in-scope.ts";
import { resolveScope } from "../chat/context.ts";
import { IS_GRANTED } from "./agent-row.ts";
import { type Happened, happenedSince, type Occasion, thingsWithin } from "./happened.ts";
import { startRun } from "./runs.ts";

const EVENTS_EVERY_MS = 60_000;
/** After a run that an event set off: what happens meanwhile sets off one run. */
const EVENTS_PAUSE_MS = 5 * 60_000;
/** Of one agent within 24 hours: one that sets itself off stays harmless. */
const MOST_BY_EVENTS = 48;

const Looked = z.object({ agentId: z.uuid() });

/**
 * Looks whether an agent's time has come, or what sets it off has happened. The run exists exactly when the next look does: none is lost,
 * none is doubled, whichever node is killed.
 */
export const lookForAgent: QueuedJob<Pick<Services, "db">, z.infer<typeof Looked>> = {
  name: "look-for-agent",
  data: Looked,
  run: async ({ db }, { userId, data: { agentId }, complete }) => {
    await db.withUser(userId, async (tx) => {
      await complete(tx);
      const [agent] = await tx.query<Due>(
        `SELECT a.id, a.name, a.trigger, a.scope, a.is_on AS "isOn", a.next_run_at, a.looked_at, ${IS_GRANTED} AS is_granted
          FROM agents a JOIN user_profiles p ON p.id = a.user_id WHERE a.id = $1 FOR UPDATE OF a`,
        [agentId],
        "agent-due",
      );
      if (!agent || !agent.isOn || agent.trigger.kind === "hand" || agent.trigger.kind === "webhook") return;
      // Nothing sets it off until somebody signed in allows it again; that schedules the next look.
      if (!agent.is_granted) return;
      const now = await databaseNow(tx);
      const began =
        agent.trigger.kind === "schedule" ? await onTime(tx, agent, now) : await onEvent(db, tx, agent, now);
      await scheduleLook(db, tx, agent, { now, pauseMs: began ? EVENTS_PAUSE_MS : EVENTS_EVERY_MS });
    });
  },
};

type Due = Pick<Agent, "id" | "name" | "trigger" | "scope" | "isOn"> & {
  next_run_at: Date | null;
  looked_at: Date;
  is_granted: boolean;
};

async function onTime(tx: Tx, agent: Due, now: Date): Promise<boolean> {
  if (!agent.next_run_at || agent.next_run_at > now) return false;
  return (await startRun(tx, agent, { cause: "schedule" })) === "begun";
}

async function onEvent(db: Database, tx: Tx, agent: Due, now: Date): Promise<boolean> {
  const { id, trigger, looked_at: since } = agent;
  if (trigger.kind !== "event") return false;
  const [row] = await tx.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM agent_runs WHERE agent_id = $1 AND cause = 'event' AND created_at > now() - interval '1 day'",
    [id],
  );
  if ((row?.count ?? 0) >= MOST_BY_EVENTS) return false;
  const between = { since, now, told: await toldLately(tx, id) };
  const happened = await happenedSince(within(db, tx), tx, trigger.on, between);
  const things = await inItsScope(within(db, tx), tx.userId, agent.scope, happened);
  const occasion: Occasion = { event: trigger.on, things };
  const begun =
    things.length > 0 && (await startRun(tx, agent, { cause: "event", payload: JSON.stringify(occasion) }));
  // What finds no place is looked at again.
  if (begun !== "full") await tx.query("UPDATE agents SET looked_at = $2 WHERE id = $1", [id, now]);
  return begun === "begun";
}

/** Clocks of nodes differ; that of the database is what rows are dated by. */
async function databaseNow(tx: Tx): Promise<Date> {
  const [row] = await tx.query<{ now: Date }>("SELECT now() AS now", [], "database-now");
  return row!.now;
}

/** What happened lately is asked about twice, since what a transaction writes may be seen a while after it is dated. */
async function toldLately(tx: Tx, agentId: string): Promise<string[]> {
  const rows = await tx.query<{ payload: string }>(
    `SELECT payload FROM agent_runs WHERE agent_id = $1 AND cause = 'event' AND payload IS NOT NULL
      AND created_at > now() - interval '15 minutes'`,
    [agentId],
    "told-lately",
  );
  return rows.flatMap(({ payload }) => (JSON.parse(payload) as Occasion).things.map((thing) => thing.id));
}

/** A note elsewhere is nothing to it, nor a task of another project; tasks and events are in no folder. */
async function inItsScope(
  db: Database,
  userId: string,
  chosen: Agent["scope"],
  things: Happened[],
): Promise<Happened[]> {
  const scope = await resolveScope(db, userId, chosen);
  const isTask = things[0]?.kind === "task";
  if (scope.project && isTask) return things.filter(({ id }) => scope.project!.taskIds.has(id));
  if (things[0]?.kind !== "note" || !isOfNotes(scope)) return things;
  return thingsWithin({ services: { db }, userId, reach: "nowhere", scope }, things);
}

/** Leaves the next look to the queue; without one nothing sets the agent off. */
export async function scheduleLook(
  db: Database,
  tx: Tx,
  { id, trigger, isOn }: Pick<Agent, "id" | "trigger" | "isOn">,
  { now, pauseMs = EVENTS_EVERY_MS }: { now: Date; pauseMs?: number },
): Promise<void> {
  const zone = (await timeZoneOf(within(db, tx), tx.userId)) ?? "UTC";
  const next = isOn && trigger.kind === "schedule" ? nextTime(trigger, now, zone) : null;
  await tx.query("UPDATE agents SET next_run_at = $2 WHERE id = $1", [id, next]);
  const at = isOn && trigger.kind === "event" ? new Date(now.getTime() + pauseMs) : next;
  if (at) await enqueue(tx, lookForAgent, { agentId: id }, { at, key: id });
}

/** The first of its times after a moment, on the account's clock. */
export function nextTime(
  { days, time }: Extract<AgentTrigger, { kind: "schedule" }>,
  now: Date,
  zone: string,
): Date {
  const today = momentAt(wallAt(now.getTime(), zone), true);
  for (let ahead = 0; ahead <= 8; ahead++) {
    const day = addDays(today, ahead);
    const weekday = new Date(wallOf(day)).getUTCDay() || 7;
    if (!days.includes(weekday)) continue;
    const at = instantAt(`${day}T${time}`, zone);
    if (at > now) return at;
  }
  throw new Error("A week without any of its days");
}
