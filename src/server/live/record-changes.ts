import type { LiveEvent } from "#contract/wire/live.ts";
import type { Tx } from "../db/client.ts";
import {
  notifyReaders,
  NO_TURN,
  READERS_OF_EVENTS,
  READERS_OF_NEW_TASKS,
  READERS_OF_PROJECTS,
  TURN,
} from "./record-change.ts";

/**
 * `recordChange` for many rows of one kind at once: one count, one statement.
 *
 * @param change.isPrivate only the caller is told, also of what others see
 * @returns how many others were told
 */
export async function recordChanges(
  tx: Tx,
  change: {
    entity: LiveEvent["entity"];
    operation: LiveEvent["operation"];
    entityIds: string[];
    isPrivate?: boolean;
  },
): Promise<number> {
  if (change.entityIds.length === 0) return 0;
  const isEvent = change.entity === "event";
  const isOfProjects = !change.isPrivate && (change.entity === "task" || change.entity === "project");
  const [row] = await tx.query<{ readers: string[] | null }>(
    `WITH ${isOfProjects || isEvent ? TURN : NO_TURN}, counter AS (
       INSERT INTO live_counters (user_id, seq) SELECT $1, cardinality($4::uuid[]) FROM turn
       ON CONFLICT (user_id) DO UPDATE SET seq = live_counters.seq + cardinality($4::uuid[]) RETURNING seq
     ), event AS (
       INSERT INTO live_events (user_id, seq, entity, entity_id, operation)
       SELECT $1, counter.seq - cardinality($4::uuid[]) + place, $2, id, $3
       FROM counter, unnest($4::uuid[]) WITH ORDINALITY AS changed (id, place)
     )
     SELECT ${isEvent ? READERS_OF_EVENTS : isOfProjects ? READERS_OF_PROJECTS : "NULL::uuid[]"} AS readers FROM turn`,
    [tx.userId, change.entity, change.operation, change.entityIds],
    isEvent ? "record-event-changes" : isOfProjects ? "record-task-changes" : "record-changes",
  );
  tx.announce(tx.userId);
  row?.readers?.forEach((reader) => tx.announce(reader));
  if (change.entity === "note") await notifyReaders(tx, change.entityIds, change);
  return row?.readers?.length ?? 0;
}

/** `recordChange` for several rows of the caller's own that changed together, a note among them; no calendars or events. One count, one statement. */
export async function recordTogether(
  tx: Tx,
  changes: Pick<LiveEvent, "entity" | "entityId" | "operation">[],
): Promise<void> {
  const ofTasks = changes.filter(({ entity }) => entity === "task");
  const [task] = ofTasks;
  const rows = await tx.query<{ readers: string[] | null }>(
    `WITH ${task ? TURN : NO_TURN}, changed AS (
       SELECT * FROM unnest($2::text[], $3::uuid[], $4::text[]) WITH ORDINALITY AS changed (entity, id, operation, place)
     ), counter AS (
       INSERT INTO live_counters (user_id, seq) SELECT $1, cardinality($3::uuid[]) FROM turn
       ON CONFLICT (user_id) DO UPDATE SET seq = live_counters.seq + cardinality($3::uuid[]) RETURNING seq
     ), event AS (
       INSERT INTO live_events (user_id, seq, entity, entity_id, operation)
       SELECT $1, counter.seq - cardinality($3::uuid[]) + place, entity, id, operation FROM counter, changed
     )
     SELECT notify_note_readers(id, entity, operation) AS readers FROM changed
     WHERE entity = 'note' AND EXISTS (SELECT FROM note_access a WHERE a.note_id = id)${task ? ` UNION ALL SELECT ${READERS_OF_NEW_TASKS}` : ""}`,
    [
      tx.userId,
      changes.map(({ entity }) => entity),
      changes.map(({ entityId }) => entityId),
      changes.map(({ operation }) => operation),
      ...(task ? [ofTasks.map(({ entityId }) => entityId), task.operation] : []),
    ],
    task ? "record-together-with-tasks" : "record-together",
  );
  tx.announce(tx.userId);
  for (const { readers } of rows) readers?.forEach((reader) => tx.announce(reader));
}
