import type { Database } from "../db/client.ts";
import type { Logger } from "../platform/log.ts";
import type { BodyWorkerPool } from "./body-worker-pool.ts";
import { compactNote } from "./compact.ts";

const COMPACT_OPEN_AT = 500;
const COMPACT_CLOSED_AT = 20;
const SWEEP_MS = 10 * 60 * 1000;

/** When the log of a note becomes a snapshot: once it is long, once the note is closed, and what that missed, now and then. */
export class Compaction {
  private readonly db: Database;
  private readonly log: Logger;
  private readonly bodies: BodyWorkerPool;
  /** Derives what is not derived yet. */
  private readonly deriveDue: (noteId: string, ownerId: string) => Promise<void>;
  private readonly rows = new Map<string, { ownerId: string; count: number }>();
  private readonly running = new Set<string>();
  private readonly sweeper: NodeJS.Timeout;
  private isStopped = false;

  constructor(
    db: Database,
    log: Logger,
    bodies: BodyWorkerPool,
    deriveDue: (noteId: string, ownerId: string) => Promise<void>,
  ) {
    this.db = db;
    this.log = log;
    this.bodies = bodies;
    this.deriveDue = deriveDue;
    this.sweeper = setInterval(() => void this.sweep(), SWEEP_MS);
  }

  /** A change was added to the log of a note. */
  logged(noteId: string, ownerId: string): void {
    const count = (this.rows.get(noteId)?.count ?? 0) + 1;
    this.rows.set(noteId, { ownerId, count });
    if (count >= COMPACT_OPEN_AT) void this.compact(noteId, ownerId);
  }

  closed(noteId: string): void {
    const rows = this.rows.get(noteId);
    if (rows && rows.count >= COMPACT_CLOSED_AT) void this.compact(noteId, rows.ownerId);
  }

  async compact(id: string, ownerId: string): Promise<void> {
    if (this.running.has(id) || this.isStopped) return;
    this.running.add(id);
    this.rows.delete(id);
    try {
      // The log says who wrote each word, history by whom a sitting was: what is merged must be counted before. A body that cannot be
      // derived is merged all the same, and its words are not counted, because its log would grow without end.
      const isCounted = await this.deriveDue(id, ownerId).then(
        () => true,
        () => false,
      );
      await compactNote(this.db, this.bodies, { id, ownerId }, { onlyCounted: isCounted });
    } catch (error) {
      this.log.warn({ err: error, noteId: id }, "a note was not compacted; the next sweep tries again");
    } finally {
      this.running.delete(id);
    }
  }

  stop(): void {
    this.isStopped = true;
    clearInterval(this.sweeper);
  }

  private async sweep(): Promise<void> {
    try {
      const due = await this.db.asSystem("find notes to compact", (tx) =>
        tx.call<{ note_id: string; user_id: string }>("notesToCompact", COMPACT_CLOSED_AT, 200),
      );
      for (const note of due) await this.compact(note.note_id, note.user_id);
    } catch (error) {
      this.log.debug({ err: error }, "the compaction sweep found no database");
    }
  }
}
