import type { AgentEvent } from "#contract/shared/assistant-choices.ts";
import { instantAt, isDay, momentAt } from "#language/moment.ts";
import { wallAt } from "#language/time-zone.ts";
import { happeningIn } from "../../briefs/brief-of-day.ts";
import { timeZoneOf } from "../../collab/note-tasks.ts";
import type { Database, Tx } from "../../db/client.ts";
import { Failure } from "../../failure.ts";
import { assertWithin, type Asked } from "../tools/within.ts";

/** Of anybody's making, as everything that is read. */
export type Happened = { kind: "note" | "task" | "event"; id: string; title: string };
/** What a run is told of. */
export type Occasion = { event: AgentEvent; things: Happened[] };
type Between = { since: Date; now: Date };

/** What a run is told of; the others it finds by itself. */
const MOST = 20;

/** What a changeset made is nobody's deed, so that no agent sets off itself, or another that sets it off. */
const LOGGED = `SELECT a.entity_id AS id, a.activity_title AS title FROM user_activities a
  WHERE a.user_id = $1 AND a.activity_type = $2 AND a.created_at > $3 AND a.created_at <= $4 AND a.entity_id IS NOT NULL
    AND NOT EXISTS (SELECT FROM changeset_records r WHERE r.record_id = a.entity_id AND r.action = 'create')
  ORDER BY a.id LIMIT ${MOST}`;

const COMPLETED = `SELECT c.task_id AS id, t.title FROM task_completions c JOIN tasks t ON t.id = c.task_id
  WHERE c.user_id = $1 AND c.completed_at > $2 AND c.completed_at <= $3 ORDER BY c.completed_at LIMIT ${MOST}`;

export async function happenedSince(
  db: Database,
  tx: Tx,
  on: AgentEvent,
  { since, now }: Between,
): Promise<Happened[]> {
  if (on === "event_ended") return endedSince(db, tx.userId, { since, now });
  const kind = on.slice(0, on.indexOf("_")) as Happened["kind"];
  const rows =
    on === "task_completed"
      ? await tx.query<Omit<Happened, "kind">>(COMPLETED, [tx.userId, since, now], "completed-for-agents")
      : await tx.query<Omit<Happened, "kind">>(LOGGED, [tx.userId, on, since, now], "happened-for-agents");
  return rows.map((row) => ({ kind, ...row }));
}

async function endedSince(db: Database, userId: string, { since, now }: Between): Promise<Happened[]> {
  const zone = (await timeZoneOf(db, userId)) ?? "UTC";
  const day = (at: Date) => momentAt(wallAt(at.getTime(), zone), true);
  const found = await happeningIn(db, userId, { from: day(since), to: day(now) });
  return found
    .filter(({ end }) => {
      if (isDay(end)) return false;
      const at = instantAt(end, zone);
      return at > since && at <= now;
    })
    .slice(0, MOST)
    .map(({ event }) => ({ kind: "event", id: event.id, title: event.title }));
}

/** Those that are in a scope, and that may go as far as the reach says; what was deleted meanwhile is in none. */
export async function thingsWithin(asked: Asked, things: readonly Happened[]): Promise<Happened[]> {
  const within: Happened[] = [];
  for (const thing of things) {
    try {
      await assertWithin(asked, thing.kind, thing.id);
      within.push(thing);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
    }
  }
  return within;
}
