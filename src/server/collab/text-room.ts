import type { Database } from "../db/client.ts";
import { Failure } from "../failure.ts";
import { sizeWords } from "../platform/size-words.ts";

/** What the notes of one account may take; null for as much as there is room for. */
export type TextLimits = { notes: number | null; bytes: number | null };
type Amount = { notes?: number; bytes?: number };
/** What an account has: as counted, with what this process has added since. */
type Usage = {
  notes: number;
  bytes: number;
  countedAt: number;
  /** Something was written while it was counted, and may be in it twice. */
  isDoubtful: boolean;
  addedNotes: number;
  addedBytes: number;
};

/** Other processes add as well. */
const COUNT_AGAIN_MS = 60 * 60 * 1000;
/** Who is told that it is full may just have emptied the trash. */
const COUNT_FULL_AGAIN_MS = 5_000;
/** The part of a limit that this process adds by its own reckoning before it counts anew. */
const COUNT_AGAIN_AFTER = 0.01;
const KNOWN_MAX = 10_000;
const NOTHING = { notes: 0, bytes: 0 };
/** Nobody is refused by a doubtful count, unless none can be had. */
const COUNTS_MAX = 10;

/** Bodies with everything that was ever in them, and what is said beside them. Lengths stand in the rows: no body is read for it. */
const COUNT = `SELECT count(*)::int AS notes, coalesce(sum(
    (SELECT coalesce(sum(octet_length(payload)), 0) FROM note_updates u WHERE u.note_id = n.id)
    + (SELECT coalesce(sum(octet_length(payload)), 0) FROM note_history h WHERE h.note_id = n.id)
    + (SELECT coalesce(sum(octet_length(state)), 0) FROM note_snapshots s WHERE s.note_id = n.id)
    + (SELECT coalesce(sum(octet_length(text)), 0) FROM note_comments c WHERE c.note_id = n.id)
  ), 0)::bigint AS bytes
  FROM notes_v2 n WHERE n.user_id = $1`;

/**
 * How much room an account has left for notes and text. Counted when somebody first writes after the start, and again after each
 * hundredth of the limit; in between this process adds up what it commits, so that a key press costs an addition (decision 54).
 */
export class TextRoom {
  private readonly db: Database;
  private readonly limits: TextLimits;
  private readonly onFault: (error: unknown) => void;
  private readonly known = new Map<string, Usage>();
  /** What is committed while a count runs may or may not be in it: better twice until the next one than not at all. */
  private readonly counting = new Map<string, { usage: Promise<Usage>; notes: number; bytes: number }>();
  /** What was given to writes that are not committed yet: many at once must not all take the last room. */
  private readonly taken = new Map<string, Required<Amount>>();
  /** Accounts that have no room for another change of a text, as far as this process knows. */
  full: readonly string[] = [];

  constructor(db: Database, limits: TextLimits, onFault: (error: unknown) => void) {
    this.db = db;
    this.limits = limits;
    this.onFault = onFault;
  }

  /** @throws Failure QUOTA_EXCEEDED */
  async assertRoom(ownerId: string, amount: Amount): Promise<void> {
    if (this.limits.notes === null && this.limits.bytes === null) return;
    let usage = this.known.get(ownerId) ?? (await this.count(ownerId));
    for (let counts = 0; ; counts++) {
      const fault = this.whatIsOver(usage, this.withTaken(ownerId, amount));
      if (!fault) return;
      const isOld = Date.now() - usage.countedAt > COUNT_FULL_AGAIN_MS;
      if (counts === COUNTS_MAX || !(usage.isDoubtful || isOld)) throw fault;
      usage = await this.count(ownerId);
    }
  }

  /**
   * Takes room before a write; `release` once it is added, or has failed.
   * @throws Failure QUOTA_EXCEEDED
   */
  async take(ownerId: string, amount: Amount): Promise<{ release: () => void }> {
    // Others may come first while this waits.
    do await this.assertRoom(ownerId, amount);
    while (this.whatIsOver(this.known.get(ownerId) ?? NOTHING, this.withTaken(ownerId, amount)));
    const change = (sign: 1 | -1) => {
      const { notes, bytes } = this.taken.get(ownerId) ?? { notes: 0, bytes: 0 };
      const next = { notes: notes + sign * (amount.notes ?? 0), bytes: bytes + sign * (amount.bytes ?? 0) };
      if (next.notes > 0 || next.bytes > 0) this.taken.set(ownerId, next);
      else this.taken.delete(ownerId);
    };
    change(1);
    return { release: () => change(-1) };
  }

  /** Something was committed. Never waits: what it sets going is heard of at the next change. */
  added(ownerId: string, { notes = 0, bytes = 0 }: Amount): void {
    if (this.limits.notes === null && this.limits.bytes === null) return;
    const running = this.counting.get(ownerId);
    if (running) {
      running.notes += notes;
      running.bytes += bytes;
    }
    const usage = this.known.get(ownerId);
    if (usage) {
      usage.notes += notes;
      usage.bytes += bytes;
      usage.addedNotes += notes;
      usage.addedBytes += bytes;
      this.noteFull(ownerId, usage);
    }
    if (!usage || this.isStale(usage)) void this.count(ownerId).catch(this.onFault);
  }

  private whatIsOver(usage: Required<Amount>, { notes = 0, bytes = 0 }: Amount): Failure | null {
    const { limits } = this;
    if (limits.notes !== null && notes > 0 && usage.notes + notes > limits.notes)
      return noNotes(limits.notes);
    if (limits.bytes !== null && bytes > 0 && usage.bytes + bytes > limits.bytes) return noText(limits.bytes);
    return null;
  }

  private noteFull(ownerId: string, usage: Usage): void {
    const isFull = this.whatIsOver(usage, { bytes: 1 }) !== null;
    if (this.full.includes(ownerId) === isFull) return;
    this.full = isFull ? [...this.full, ownerId] : this.full.filter((other) => other !== ownerId);
  }

  private count(ownerId: string): Promise<Usage> {
    const running = this.counting.get(ownerId);
    if (running) return running.usage;
    const own = {
      notes: 0,
      bytes: 0,
      usage: this.countNow(ownerId).finally(() => this.counting.delete(ownerId)),
    };
    this.counting.set(ownerId, own);
    return own.usage;
  }

  private async countNow(ownerId: string): Promise<Usage> {
    const isWriting = this.taken.has(ownerId);
    const [row] = await this.db.asJob(ownerId, "count text", (tx) =>
      tx.query<{ notes: number; bytes: number }>(COUNT, [ownerId]),
    );
    const { notes, bytes } = this.counting.get(ownerId)!;
    const fresh: Usage = {
      notes: row!.notes + notes,
      bytes: row!.bytes + bytes,
      countedAt: Date.now(),
      isDoubtful: isWriting || this.taken.has(ownerId) || notes + bytes > 0,
      addedNotes: 0,
      addedBytes: 0,
    };
    // Whoever was counted longest ago is forgotten first.
    this.known.delete(ownerId);
    this.known.set(ownerId, fresh);
    if (this.known.size > KNOWN_MAX) this.known.delete(this.known.keys().next().value!);
    this.noteFull(ownerId, fresh);
    return fresh;
  }

  private isStale(usage: Usage): boolean {
    return (
      Date.now() - usage.countedAt > COUNT_AGAIN_MS ||
      usage.addedNotes > (this.limits.notes ?? Infinity) * COUNT_AGAIN_AFTER ||
      usage.addedBytes > (this.limits.bytes ?? Infinity) * COUNT_AGAIN_AFTER
    );
  }

  private withTaken(ownerId: string, { notes = 0, bytes = 0 }: Amount): Amount {
    const others = this.taken.get(ownerId);
    return others
      ? { notes: notes && notes + others.notes, bytes: bytes && bytes + others.bytes }
      : { notes, bytes };
  }
}

const ADVICE = "Delete notes you no longer need, then empty the trash.";

const noNotes = (limit: number) =>
  new Failure(
    "QUOTA_EXCEEDED",
    `You've reached the limit for notes. An account can have ${limit.toLocaleString("en-US")} notes, including those in the trash. ${ADVICE}`,
  );

const noText = (limit: number) =>
  new Failure(
    "QUOTA_EXCEEDED",
    `You're out of space for text. The notes in this account and their history can use ${sizeWords(limit)}. ${ADVICE}`,
  );
