import { wallAt } from "#language/time-zone.ts";
import type { WordOrigin } from "#contract/shared/word-origins.ts";
import type { Database } from "../../db/client.ts";
import type { LoggedChange } from "./count-written.ts";

/** A body as it was at some row of its log, and what was changed since. */
export type BodySince = {
  /** Its state then; as it is now where compaction went beyond that. */
  parts: Uint8Array[];
  changes: LoggedChange[];
};

/** A body with its log. */
export type DueBody = {
  /** All of it. */
  parts: Uint8Array[];
  since: (seq: number) => BodySince;
  /** Whose changes came since the last derivation. */
  latest: Pick<LoggedChange, "actorId" | "origin">[];
  /** The newest row; 0 for an empty note. */
  seq: number;
  /** Up to where it is derived. */
  derivedSeq: number;
  /** Up to where its words are counted. */
  wordsSeq: number;
};

type Row = {
  note_id: string;
  words_seq: number;
  derived_seq: number;
  id: number;
  payload: Buffer;
  at: Date;
  /** Null for a snapshot. */
  actor_id: string | null;
  origin: WordOrigin | null;
};

/**
 * Of several notes of one user, snapshot and log read at one moment; those without a body are missing. `uncounted` are those whose words
 * are counted later: without the clocks of guests.
 */
export async function readDueBodies(
  db: Database,
  owner: { id: string; zone: string | undefined },
  noteIds: string[],
  uncounted: ReadonlySet<string>,
): Promise<Map<string, DueBody>> {
  const rows = await db.queryAs<Row>(owner.id, READ_DUE, [noteIds], "read-due-bodies");
  const isGuests = rows.some(
    ({ actor_id: actor, note_id: id }) => actor !== null && actor !== owner.id && !uncounted.has(id),
  );
  const zones = isGuests ? await zonesOfWriters(db, owner.id, noteIds) : new Map<string, string>();
  if (owner.zone) zones.set(owner.id, owner.zone);
  const found = Map.groupBy(rows, (row) => row.note_id);
  return new Map(Array.from(found, ([noteId, parts]) => [noteId, toBody(parts, zones)]));
}

const READ_DUE = `WITH part AS (
    SELECT note_id, through_id AS id, state AS payload, at, NULL::uuid AS actor_id, NULL::text AS origin
    FROM note_snapshots WHERE note_id = ANY ($1)
    UNION ALL SELECT note_id, id, payload, at, actor_id, origin FROM note_updates WHERE note_id = ANY ($1)
  )
  SELECT part.*, n.words_seq, n.derived_seq FROM part JOIN notes_v2 n ON n.id = part.note_id
  ORDER BY part.note_id, part.id`;

async function zonesOfWriters(
  db: Database,
  ownerId: string,
  noteIds: string[],
): Promise<Map<string, string>> {
  const rows = await db.queryAs<{ user_id: string; zone: string | null }>(
    ownerId,
    "SELECT user_id, zone FROM zones_of_writers($1)",
    [noteIds],
    "zones-of-writers",
  );
  return new Map(rows.flatMap(({ user_id: id, zone }) => (zone ? [[id, zone] as const] : [])));
}

function toBody(rows: Row[], zones: Map<string, string>): DueBody {
  const { words_seq: wordsSeq, derived_seq: derivedSeq } = rows[0]!;
  return {
    parts: rows.map(({ payload }) => payload),
    since: (seq) => {
      const due = rowsSince(rows, seq);
      return {
        parts: rows.slice(0, rows.length - due.length).map(({ payload }) => payload),
        changes: due.map((row) => toChange(row, zones)),
      };
    },
    latest: rowsSince(rows, Math.max(derivedSeq, wordsSeq)).map(({ actor_id: actor, origin }) => ({
      actorId: actor!,
      origin: origin ?? "typed",
    })),
    seq: rows.at(-1)!.id,
    derivedSeq,
    wordsSeq,
  };
}

/** None where rows were merged before they were counted: nobody knows who wrote which of them (see Compaction). */
function rowsSince(rows: Row[], seq: number): Row[] {
  const since = rows.filter(({ id }) => id > seq);
  return since.some(({ actor_id: actor }) => actor === null) ? [] : since;
}

/** Of a person's own clock. */
export function hourOf(at: Date, zone: string | undefined): { day: string; hour: number; minute: number } {
  // Asked of every change: of a quarter of an hour, the first reads the clock.
  const clock = new Date(wallAt(at.getTime(), zone ?? "UTC"));
  return {
    day: clock.toISOString().slice(0, 10),
    hour: clock.getUTCHours(),
    minute: clock.getUTCMinutes(),
  };
}

function toChange({ payload, at, actor_id: actor, origin }: Row, zones: Map<string, string>): LoggedChange {
  return { payload, actorId: actor!, ...hourOf(at, zones.get(actor!)), origin: origin ?? "typed" };
}
