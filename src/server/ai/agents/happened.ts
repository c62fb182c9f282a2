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
/** `told`: ids of things that need not be told again. */
type Between = { since: Date; now: Date; told: readonly string[] };

/** What a run is told of; the others it finds by itself. */
const MOST = 20;
/** A transaction dates what it writes by its beginning, and a long one ends a while later. */
const SEEN_LATE_MS = 60_000;

/** What a changeset made is nobody's deed, so that no agent sets off itself, or another that sets it off. */
const LOGGED = `SELECT a.entity_id AS id, a.activity_title AS title FROM user_activities a
  WHERE a.user_id = $1 AND a.activity_type = $2 AND a.created_at > $3 AND a.created_at <= $4 AND a.entity_id IS NOT NULL AND a.entity_id <> ALL ($5::uuid[])
    AND NOT EXISTS (SELECT FROM changeset_records r WHERE r.record_id = a.entity_id AND r.action = 'create')
  ORDER BY a.id LIMIT ${MOST}`;

const COMPLETED = `SELECT c.task_id AS id, t.title FROM task_completions c JOIN tasks t ON t.id = c.task_id
  WHERE c.user_id = $1 AND c.completed_at > $2 AND c.completed_at <= $3 AND c.task_id <> ALL ($4::uuid[]) ORDER BY c.completed_at LIMIT ${MOST}`;

export async function happenedSince(
  db: Database,
  tx: Tx,
  on: AgentEvent,
  { since, now, told }: Between,
): Promise<Happened[]> {
  if (on === "event_ended") return endedSince(db, tx.userId, { since, now, told });
  const kind = on.slice(0, on.indexOf("_")) as Happened["kind"];
  const seen = new Date(since.getTime() - SEEN_LATE_MS);
  const rows =
    on === "task_completed"
      ? await tx.query<Omit<Happened, "kind">>(
          COMPLETED,
          [tx.userId, seen, now, told],
          "completed-for-agents",
        )
      : await tx.query<Omit<Happened, "kind">>(
          LOGGED,
          [tx.userId, on, seen, now, told],
          "happened-for-agents",
        );
  return rows.map((row) => ({ kind, ...row }));
}

async function endedSince(db: Database, userId: string, { since, now, told }: Between): Promise<Happened[]> {
  const zone = (await timeZoneOf(db, userId)) ?? "UTC";
  const day = (at: Date) => momentAt(wallAt(at.getTime(), zone), true);
  const found = await happeningIn(db, userId, { from: day(since), to: day(now) });
  return found
    .filter(({ event, end }) => {
      if (isDay(end) || told.includes(event.id)) return false;
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
