import type { Database } from "../db/client.ts";
import type { Logger } from "../platform/log.ts";
import type { BodyWorkerPool } from "./body-worker-pool.ts";
import { deriveNotes } from "./derive-notes.ts";
import { TurnQueue } from "./turn-queue.ts";

/** While a note is being typed in. */
const SHORTEST_DELAY_MS = 1_000;
const COST_FACTOR = 20;
/** How often the words of a note are counted while it is open: a count costs as much as a letter (decision 182). */
const COUNT_EVERY_MS = 15_000;
const SWEEP_MS = 30_000;
const SWEEP_MOST = 500;
/** Notes of one account that are derived together. */
const BATCH = 20;
/** The part of its own time that a backlog leaves to requests. */
const BREATH = 0.25;
const LONGEST_BREATH_MS = 100;
const LONGEST_PAUSE_MS = 60 * 60_000;
const DUE_TRIES = 3;

type Waiting = {
  ownerId: string;
  /** Set while it waits for a pause in the typing. */
  timer: NodeJS.Timeout | undefined;
  isQueued: boolean;
  isRunning: boolean;
  /** Changed again while it was derived. */
  isDueAgain: boolean;
  /** Not before: what is changed without end, by keys or by a script, is derived for a part of the time. */
  restsUntil: number;
  /** Set while its words wait to be counted. */
  countTimer: NodeJS.Timeout | undefined;
  /** A derivation before that leaves its words uncounted. */
  countsFrom: number;
};

/**
 * Keeps what is derived from bodies (HTML, text, counts, links, search) close behind them, off the write path: a failure
 * here never touches an acknowledgement, and a sweep finds whatever a crash left behind (derived_seq < doc_seq). A note that nobody
 * types in is derived at once, and then rests for a multiple of what it cost.
 */
export class Derivation {
  private readonly deps: { db: Database; bodies: BodyWorkerPool };
  private readonly log: Logger;
  private readonly notes = new Map<string, Waiting>();
  private readonly queue = new TurnQueue();
  /** What a sweep leaves alone for a while: a note that costs half a minute and fails would hold up everybody's. */
  private readonly failed = new Map<string, { tries: number; until: number }>();
  private readonly sweeper: NodeJS.Timeout;
  private isStopped = false;
  private isWorking = false;
  private isMoreDue = false;

  constructor(db: Database, log: Logger, bodies: BodyWorkerPool) {
    this.deps = { db, bodies };
    this.log = log;
    this.sweeper = setInterval(() => void this.sweep(), SWEEP_MS);
    void this.sweep();
  }

  /** @param isOpen on a page, where further changes are to be expected */
  schedule(noteId: string, ownerId: string, { isOpen }: { isOpen: boolean }): void {
    if (this.isStopped) return;
    const known = this.notes.get(noteId) ?? newlyWaiting(ownerId);
    this.notes.set(noteId, known);
    // Not typed letter by letter.
    if (!isOpen) known.countsFrom = 0;
    if (known.isQueued) return;
    if (known.isRunning) known.isDueAgain = true;
    else this.enqueueAfter(noteId, known, isOpen ? SHORTEST_DELAY_MS : 0);
  }

  /** Nobody has the note open any more: what waits for the next pause need not wait. */
  closed(noteId: string): void {
    const known = this.notes.get(noteId);
    if (!known) return;
    known.countsFrom = 0;
    if (!known.timer && !known.countTimer) return;
    clearTimers(known);
    this.enqueueAfter(noteId, known, 0);
  }

  /** @throws what kept it from being derived */
  async deriveNow(noteId: string, ownerId: string): Promise<void> {
    const { failed } = await deriveNotes(this.deps, ownerId, [noteId]);
    for (const error of failed.values()) throw error;
  }

  /**
   * The same where something is due at all, of what was written until now. Another derivation that is under way counts its part of the words, and
   * then what this one has counted from the same place on is not taken: it is done once more.
   */
  async deriveDue(noteId: string, ownerId: string): Promise<void> {
    let target: number | undefined;
    for (let tries = 0; tries < DUE_TRIES; tries++) {
      const [note] = await this.deps.db.queryAs<{ written: number; done: number }>(
        ownerId,
        "SELECT doc_seq AS written, least(derived_seq, words_seq) AS done FROM notes_v2 WHERE id = $1",
        [noteId],
        "is-derivation-due",
      );
      target ??= note?.written ?? 0;
      if (!note || note.done >= target) return;
      await this.deriveNow(noteId, ownerId);
    }
  }

  /** Counts the words of this account that wait for it on this node, for who asks on which day something was written. */
  async countWaiting(ownerId: string): Promise<void> {
    const waiting = [...this.notes].filter(([, known]) => known.ownerId === ownerId && known.countTimer);
    for (const [noteId] of waiting) await this.deriveDue(noteId, ownerId);
  }

  stop(): void {
    this.isStopped = true;
    clearInterval(this.sweeper);
    this.queue.clear();
    for (const known of this.notes.values()) clearTimers(known);
  }

  private enqueueAfter(noteId: string, known: Waiting, atLeastMs: number): void {
    const delay = Math.max(atLeastMs, known.restsUntil - performance.now());
    if (delay <= 0) this.enqueue(noteId, known);
    // Not pushed back by later keys: someone who never pauses is found by search all the same.
    else known.timer ??= setTimeout(() => this.enqueue(noteId, known), delay);
  }

  private enqueue(noteId: string, known: Waiting): void {
    // One that waits for a pause would else put it into the queue once more, perhaps when it is forgotten already.
    clearTimers(known);
    known.isQueued = true;
    this.queue.add(known.ownerId, noteId);
    if (!this.isWorking) void this.work();
  }

  /** One turn at a time: after an import there are thousands, and requests want the database too. */
  private async work(): Promise<void> {
    this.isWorking = true;
    try {
      for (let turn = this.queue.take(BATCH); turn && !this.isStopped; turn = this.queue.take(BATCH)) {
        const begun = performance.now();
        await this.deriveTurn(turn.ownerId, turn.items);
        const breath = Math.min(BREATH * (performance.now() - begun), LONGEST_BREATH_MS);
        await new Promise((resolve) => setTimeout(resolve, breath));
      }
    } finally {
      this.isWorking = false;
    }
    // The sweep found as many as it may; there may be more.
    if (this.isMoreDue && !this.isStopped) await this.sweep();
  }

  private async deriveTurn(ownerId: string, noteIds: string[]): Promise<void> {
    for (const noteId of noteIds)
      Object.assign(this.notes.get(noteId)!, { isQueued: false, isRunning: true });
    const countedLater = this.takeCountedLater(noteIds);
    try {
      const { costMs, left, failed, uncounted } = await deriveNotes(
        this.deps,
        ownerId,
        noteIds,
        countedLater,
      );
      const cost = costMs / (noteIds.length - left.length);
      for (const noteId of noteIds)
        if (failed.has(noteId)) this.fail(noteId, failed.get(noteId));
        else if (left.includes(noteId)) this.putBack(noteId);
        else {
          this.done(noteId, cost);
          if (uncounted.has(noteId)) this.countLater(noteId);
        }
    } catch (error) {
      if (noteIds.length === 1) this.fail(noteIds[0]!, error);
      // They could not be stored; which of them it was, each tells by itself.
      else for (const noteId of noteIds) await this.deriveTurn(ownerId, [noteId]);
    }
  }

  /** Those that are counted now are not again for a while. */
  private takeCountedLater(noteIds: string[]): Set<string> {
    const now = performance.now();
    const isLater = (known: Waiting) => {
      if (known.countsFrom > now) return true;
      known.countsFrom = now + COUNT_EVERY_MS;
      return false;
    };
    return new Set(noteIds.filter((noteId) => isLater(this.notes.get(noteId)!)));
  }

  /** By the next derivation after that, or without one. */
  private countLater(noteId: string): void {
    const known = this.notes.get(noteId)!;
    const delay = Math.max(known.countsFrom, known.restsUntil) - performance.now();
    if (!this.isStopped) known.countTimer ??= setTimeout(() => this.enqueue(noteId, known), delay);
  }

  private putBack(noteId: string): void {
    const known = this.notes.get(noteId)!;
    Object.assign(known, { isRunning: false, countsFrom: 0 });
    this.enqueue(noteId, known);
  }

  private done(noteId: string, costMs: number): void {
    this.failed.delete(noteId);
    this.settle(noteId, COST_FACTOR * costMs);
  }

  private fail(noteId: string, error: unknown): void {
    const tries = (this.failed.get(noteId)?.tries ?? 0) + 1;
    this.failed.set(noteId, { tries, until: Date.now() + Math.min(SWEEP_MS * 2 ** tries, LONGEST_PAUSE_MS) });
    this.log.warn(
      { err: error, noteId },
      "a note could not be derived; the next change or a sweep tries again",
    );
    this.settle(noteId, SHORTEST_DELAY_MS);
  }

  private settle(noteId: string, restMs: number): void {
    const known = this.notes.get(noteId)!;
    const { isDueAgain } = known;
    Object.assign(known, {
      isRunning: false,
      isDueAgain: false,
      restsUntil: performance.now() + restMs,
    });
    if (isDueAgain) this.enqueueAfter(noteId, known, SHORTEST_DELAY_MS);
    else
      setTimeout(
        () => this.forget(noteId, known),
        Math.max(known.restsUntil, known.countsFrom) - performance.now(),
      ).unref();
  }

  private forget(noteId: string, known: Waiting): void {
    // It may have been forgotten after a shorter rest already, and wait again.
    if (this.notes.get(noteId) !== known) return;
    // A timer may be early by a millisecond.
    const isRested = Math.max(known.restsUntil, known.countsFrom) <= performance.now() + 5;
    if (isRested && !isInHand(known)) this.notes.delete(noteId);
  }

  private async sweep(): Promise<void> {
    try {
      const due = await this.deps.db.asSystem("find notes to derive", (tx) =>
        tx.call<{ note_id: string; user_id: string }>("notesToDerive", SWEEP_MOST),
      );
      const left = due.filter(({ note_id: noteId }) => !isInHand(this.notes.get(noteId)));
      this.isMoreDue = due.length === SWEEP_MOST && left.length > 0;
      for (const { note_id: noteId, user_id: ownerId } of left)
        if ((this.failed.get(noteId)?.until ?? 0) < Date.now())
          this.schedule(noteId, ownerId, { isOpen: false });
    } catch (error) {
      this.log.debug({ err: error }, "the derivation sweep found no database");
    }
  }
}

const newlyWaiting = (ownerId: string): Waiting => ({
  ownerId,
  timer: undefined,
  isQueued: false,
  isRunning: false,
  isDueAgain: false,
  restsUntil: 0,
  countTimer: undefined,
  countsFrom: 0,
});

/** Something is to be done about it, or is being done. */
const isInHand = (known: Waiting | undefined): boolean =>
  known !== undefined &&
  (known.isQueued || known.isRunning || known.timer !== undefined || known.countTimer !== undefined);

function clearTimers(known: Waiting): void {
  clearTimeout(known.timer);
  clearTimeout(known.countTimer);
  Object.assign(known, { timer: undefined, countTimer: undefined });
}
