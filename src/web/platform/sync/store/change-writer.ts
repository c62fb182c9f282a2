import { PENDING, type StoreDatabase, UPDATES } from "./store-database.ts";

/** Who writes on takes the marks of what was acknowledged along: a transaction of their own would cost each key as much again. */
const UNMARK_MS = 500;

export type UpdateRow = { noteId: string; update: Uint8Array };
export type AppendOptions = { isPending: boolean; isWhole?: boolean };
export type PendingRow = { noteId: string };
/** `isWhole`: the note with all of its changes. */
type Entry = UpdateRow & {
  isPending: boolean;
  isWhole: boolean;
  done: PromiseWithResolvers<number | undefined>;
};

/**
 * Writes changes and the marks of those that wait for the server. What comes while an earlier one is being written shares the
 * next transaction: a strict commit takes milliseconds, keys come faster.
 */
export class ChangeWriter {
  private readonly database: StoreDatabase;
  private waiting: Entry[] = [];
  private writing: Entry[] = [];
  /** Of writes that failed or weren't answered in time, until their note is on the disk as a whole. */
  private unsure: Entry[] = [];
  private acknowledged: number[] = [];
  private isAppending = false;

  constructor(database: StoreDatabase) {
    this.database = database;
  }

  append(
    noteId: string,
    update: Uint8Array,
    { isPending, isWhole = false }: AppendOptions,
  ): Promise<number | undefined> {
    const entry = { noteId, update, isPending, isWhole, done: Promise.withResolvers<number | undefined>() };
    this.waiting.push(entry);
    if (!this.isAppending) void this.appendAll();
    return entry.done.promise;
  }

  /** What is not known to be on the disk, in the order it came. */
  unwritten(): UpdateRow[] {
    return [...this.unsure, ...this.writing, ...this.waiting].map(({ noteId, update }) => ({
      noteId,
      update,
    }));
  }

  acknowledge(keys: number[]): void {
    this.acknowledged.push(...keys);
    setTimeout(() => void this.unmark(), UNMARK_MS);
  }

  /** Removes the marks of what was acknowledged. */
  async unmark(): Promise<void> {
    if (this.acknowledged.length > 0) await this.appendTogether([]);
  }

  private async appendAll(): Promise<void> {
    this.isAppending = true;
    while (this.waiting.length > 0) {
      this.writing = this.waiting;
      this.waiting = [];
      await this.appendTogether(this.writing);
    }
    this.writing = [];
    this.isAppending = false;
  }

  /** Takes along what was acknowledged meanwhile; should the write fail, those marks stay, which is harmless. */
  private async appendTogether(entries: Entry[]): Promise<void> {
    const keys: (IDBRequest<IDBValidKey> | null)[] = [];
    const unmarked = this.acknowledged;
    this.acknowledged = [];
    try {
      await this.database.write([UPDATES, PENDING], (transaction) => {
        for (const { noteId, update, isPending } of entries) {
          transaction.objectStore(UPDATES).add({ noteId, update } satisfies UpdateRow);
          keys.push(isPending ? transaction.objectStore(PENDING).add({ noteId } satisfies PendingRow) : null);
        }
        for (const key of unmarked) transaction.objectStore(PENDING).delete(key);
        return null;
      });
      if (this.writing === entries) this.writing = [];
      const whole = new Set(entries.flatMap(({ noteId, isWhole }) => (isWhole ? [noteId] : [])));
      this.unsure = this.unsure.filter(({ noteId }) => !whole.has(noteId));
      for (const [index, { done }] of entries.entries())
        done.resolve(keys[index]?.result as number | undefined);
    } catch (error) {
      if (this.writing === entries) this.writing = [];
      // The server has the others; the whole of a note says nothing that its changes don't, and may be too long to be taken along.
      this.unsure.push(...entries.filter(({ isWhole, isPending }) => isPending && !isWhole));
      for (const { done } of entries) done.reject(error);
    }
  }
}
