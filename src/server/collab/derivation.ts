import type { Database, Tx } from "../db/client.ts";
import { logChange, quoted } from "../activity/log-activity.ts";
import { recordChange } from "../live/record-change.ts";
import type { Logger } from "../platform/log.ts";
import type { Derived } from "#document/derive.ts";
import { keepTasks, knownTasks } from "./note-tasks.ts";
import type { BodyWorkerPool } from "./body-worker-pool.ts";
import { readBodyAs } from "./load-note.ts";

const SHORTEST_DELAY_MS = 1_000;
const COST_FACTOR = 20;
const SWEEP_MS = 30_000;
const LONGEST_BREATH_MS = 100;
const LONGEST_PAUSE_MS = 60 * 60_000;

type Scheduled = {
  ownerId: string;
  timer: NodeJS.Timeout | undefined;
  isRunning: boolean;
  isDueAgain: boolean;
  costMs: number;
};

/**
 * Keeps what is derived from bodies (HTML, text, counts, links, search) close behind them, off the write path: a failure
 * here never touches an acknowledgement, and a sweep finds whatever a crash left behind (derived_seq < doc_seq).
 */
export class Derivation {
  private readonly db: Database;
  private readonly log: Logger;
  private readonly bodies: BodyWorkerPool;
  private readonly notes = new Map<string, Scheduled>();
  /** What a sweep leaves alone for a while: a note that costs half a minute and fails would hold up everybody's. */
  private readonly failed = new Map<string, { tries: number; until: number }>();
  private readonly sweeper: NodeJS.Timeout;
  private isStopped = false;
  /** One at a time: after an import there are thousands, and requests want the database too. */
  private queue = Promise.resolve();

  constructor(db: Database, log: Logger, bodies: BodyWorkerPool) {
    this.db = db;
    this.log = log;
    this.bodies = bodies;
    this.sweeper = setInterval(() => void this.sweep(), SWEEP_MS);
    void this.sweep();
  }

  schedule(noteId: string, ownerId: string): void {
    if (this.isStopped) return;
    const known = this.notes.get(noteId) ?? {
      ownerId,
      timer: undefined,
      isRunning: false,
      isDueAgain: false,
      costMs: 0,
    };
    this.notes.set(noteId, known);
    if (known.isRunning) known.isDueAgain = true;
    // Not pushed back by later keys: someone who never pauses is found by search all the same.
    else
      known.timer ??= setTimeout(
        () => void this.run(noteId, known),
        Math.max(SHORTEST_DELAY_MS, COST_FACTOR * known.costMs),
      );
  }

  private async run(noteId: string, known: Scheduled): Promise<void> {
    known.timer = undefined;
    known.isRunning = true;
    this.queue = this.queue.then(async () => {
      if (this.isStopped) return;
      const startedAt = performance.now();
      // Without the start of the worker and of what it loads: the next derivation does not cost that again.
      let costMs: number | undefined;
      await this.deriveNow(noteId, known.ownerId).then(
        (cost) => {
          costMs = cost;
          this.failed.delete(noteId);
        },
        (error: unknown) => {
          this.postpone(noteId);
          this.log.warn(
            { err: error, noteId },
            "a note could not be derived; the next change or a sweep tries again",
          );
        },
      );
      known.costMs = costMs ?? performance.now() - startedAt;
      // After an import there are thousands: half of the time belongs to those who wait for an answer.
      await new Promise((resolve) => setTimeout(resolve, Math.min(known.costMs, LONGEST_BREATH_MS)));
    });
    await this.queue;
    known.isRunning = false;
    if (known.isDueAgain) {
      known.isDueAgain = false;
      this.schedule(noteId, known.ownerId);
    } else if (!known.timer) this.notes.delete(noteId);
  }

  private postpone(noteId: string): void {
    const tries = (this.failed.get(noteId)?.tries ?? 0) + 1;
    this.failed.set(noteId, { tries, until: Date.now() + Math.min(SWEEP_MS * 2 ** tries, LONGEST_PAUSE_MS) });
  }

  /** @returns what it cost, in milliseconds of work */
  async deriveNow(noteId: string, ownerId: string): Promise<number> {
    const body = await readBodyAs(this.db, ownerId, noteId);
    if (body.parts.length === 0) return 0;
    const known = await knownTasks(this.db, ownerId, noteId);
    const { derived, tasks, ms } = await this.bodies.derive(body.parts, known);
    const derivedAt = performance.now();
    await this.db.asJob(ownerId, "derive a note", async (tx) => {
      const note = { id: noteId, ownerId, seq: body.seq };
      const made = await keepDerived(tx, note, derived);
      // A newer derivation was there first.
      if (!made) return;
      if (tasks.length > 0 || Object.keys(known.titles).length > 0) await keepTasks(tx, note, tasks);
      // Last and on its own: it locks the user's counter, and the search row of a long note takes its time before.
      await recordChange(tx, { userId: ownerId, entity: "note", entityId: noteId, operation: "update" });
      // The first text of a note belongs to its creation, which is logged already.
      if (!made.is_first) await logWords(tx, note, made, derived.wordCount);
    });
    return ms + performance.now() - derivedAt;
  }

  private async sweep(): Promise<void> {
    try {
      const due = await this.db.asSystem("find notes to derive", (tx) =>
        tx.call<{ note_id: string; user_id: string }>("notesToDerive", 500),
      );
      for (const { note_id: noteId, user_id: ownerId } of due)
        if ((this.failed.get(noteId)?.until ?? 0) < Date.now()) this.schedule(noteId, ownerId);
    } catch (error) {
      this.log.debug({ err: error }, "the derivation sweep found no database");
    }
  }

  stop(): void {
    this.isStopped = true;
    clearInterval(this.sweeper);
    for (const known of this.notes.values()) clearTimeout(known.timer);
  }
}

type Made = { title: string; words: number; is_first: boolean; actors: string[] | null };

type DerivedNote = { id: string; ownerId: string; seq: number };

async function keepDerived(tx: Tx, note: DerivedNote, derived: Derived): Promise<Made | undefined> {
  const values = [
    note.id,
    derived.html,
    derived.searchText,
    derived.excerpt,
    derived.wordCount,
    note.seq,
    note.ownerId,
    derived.links.map((link) => link.kind),
    derived.links.map((link) => cut(link.target)),
  ];
  return (await tx.query<Made>(KEEP_DERIVED, values, "keep-derived"))[0];
}

async function logWords(tx: Tx, { id, ownerId }: DerivedNote, made: Made, words: number): Promise<void> {
  await logChange(tx, {
    type: "note_updated",
    title: `Updated ${quoted(made.title)}`,
    entityType: "note",
    entityId: id,
    ...(await writerOf(tx, id, made.actors)),
    metadata: {
      changes: { words: { from: made.words, to: words } },
      ...(isOfGuests(made.actors, ownerId) && { actor: made.actors[0] }),
    },
  });
}

const isOfGuests = (actors: string[] | null, ownerId: string): actors is string[] =>
  actors !== null && actors.length > 0 && !actors.includes(ownerId);

/** The log of the owner says who wrote, when it was somebody the note is shared with. */
async function writerOf(tx: Tx, noteId: string, actors: string[] | null): Promise<{ description?: string }> {
  if (!isOfGuests(actors, tx.userId)) return {};
  const names = await tx.query<{ name: string }>(
    "SELECT name FROM writers_of_note($1) WHERE user_id = ANY ($2::uuid[])",
    [noteId, actors],
  );
  return names.length > 0 ? { description: `By ${names.map(({ name }) => name).join(", ")}` } : {};
}

/**
 * A file that only a guest has named is not shown: a guest who edits could name any file of the owner. The owner has named it when a
 * change of theirs holds its address, or nobody else has ever written here: a guest's change may wait in the log for the owner's next.
 * The id alone does not count, because the mark of a comment is written in the owner's name and holds an id that a guest chose.
 * Nothing of it happens when a newer derivation was there first.
 */
const KEEP_DERIVED = `WITH before AS MATERIALIZED (SELECT derived_seq AS seq FROM notes_v2 WHERE id = $1), found AS (
    SELECT id AS found_id, word_count AS words, derived_seq = 0 AS is_first,
      (SELECT array_agg(DISTINCT u.actor_id) FROM note_updates u WHERE u.note_id = $1 AND u.id > derived_seq) AS actors FROM notes_v2 WHERE id = $1 FOR UPDATE
  ), note AS (
    UPDATE notes_v2 SET content = $2, text = $3, excerpt = $4, word_count = $5, derived_seq = $6,
      updated_at = greatest(updated_at, (SELECT max(at) FROM note_updates WHERE note_id = $1),
        (SELECT ended_at FROM note_history WHERE note_id = $1 ORDER BY through_id DESC LIMIT 1))
    FROM found WHERE id = found_id AND derived_seq < $6 RETURNING id, title, words, is_first, actors
  ), since AS (
    SELECT u.payload, u.actor_id = $7::uuid AS is_owners FROM note_updates u, before WHERE u.note_id = $1 AND u.id > before.seq
    UNION ALL SELECT h.payload, h.actor_ids <@ ARRAY[$7::uuid] FROM note_history h, before WHERE h.note_id = $1 AND h.through_id > before.seq
  ), links AS (
    SELECT kind, target, kind <> 'file' OR EXISTS (
      SELECT FROM since WHERE is_owners AND position(convert_to('/files/' || split_part(target, '/', 3), 'UTF8') IN payload) > 0
    ) AS is_owners FROM note, unnest($8::text[], $9::text[]) AS links (kind, target)
  ), shown AS (
    UPDATE note_links l SET is_shown = true FROM links
    WHERE l.note_id = $1 AND l.kind = links.kind AND l.target = links.target AND links.is_owners AND NOT l.is_shown
  ), unlinked AS (
    DELETE FROM note_links l WHERE l.note_id = $1 AND EXISTS (SELECT FROM note)
      AND NOT EXISTS (SELECT FROM links WHERE links.kind = l.kind AND links.target = l.target)
  ), linked AS (
    INSERT INTO note_links (note_id, user_id, kind, target, is_shown)
    SELECT $1, $7::uuid, kind, target, is_owners OR NOT (
        EXISTS (SELECT FROM note_updates WHERE note_id = $1 AND actor_id <> $7::uuid)
        OR EXISTS (SELECT FROM note_history WHERE note_id = $1 AND NOT actor_ids <@ ARRAY[$7::uuid]))
      OR EXISTS (SELECT FROM guest_uploads g WHERE g.note_id = $1 AND g.file_id::text = split_part(target, '/', 3))
    FROM links ON CONFLICT DO NOTHING
  )
  SELECT title, words, is_first, actors FROM note`;

/** An index row ends at 2704 bytes; ids and kind take less than 100 of them. */
const TARGET_MAX_BYTES = 2_500;

function cut(target: string): string {
  const bytes = Buffer.from(target.replaceAll("\0", ""));
  return bytes.subarray(0, TARGET_MAX_BYTES).toString();
}
