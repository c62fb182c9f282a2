import { type AppendOptions, ChangeWriter, type PendingRow, type UpdateRow } from "./change-writer.ts";
import type { Page } from "../page.ts";
import {
  BY_NOTE,
  completion,
  databaseName,
  OUTBOX,
  PENDING,
  StoreDatabase,
  UPDATES,
} from "./store-database.ts";

/** Rows of one note that are merged into one when it is opened. */
const COMPACT_AT = 100;

export type OutboxRow = { key: number; call: unknown };

/** `pending` names the changes that the server has not acknowledged. */
export type StoredNote = { updates: Uint8Array[]; pending: number[] };

/**
 * What this device keeps of a user's notes: every change of every opened note, with strict durability, in a database of
 * that user's own. The version of the database is the version of the document schema, so that an older page cannot open
 * what a newer one wrote.
 *
 * @throws NewerStoreError, DOMException when the browser offers no storage
 */
export async function openLocalStore(
  page: Page,
  userId: string,
  onNewerVersion: () => void,
): Promise<LocalStore> {
  const database = new StoreDatabase(page, userId, onNewerVersion);
  await database.open();
  return new LocalStore(database);
}

class LocalStore {
  private readonly database: StoreDatabase;
  private readonly changes: ChangeWriter;

  constructor(database: StoreDatabase) {
    this.database = database;
    this.changes = new ChangeWriter(database);
  }

  async load(noteId: string): Promise<StoredNote> {
    // Of one moment: a change that another tab marks in between would be confirmed here without having been read.
    const [rows, pending] = await this.database.read([UPDATES, PENDING], (transaction) => [
      ofNote(transaction, UPDATES).getAll(noteId) as IDBRequest<UpdateRow[]>,
      ofNote(transaction, PENDING).getAllKeys(noteId),
    ]);
    if (rows.result.length >= COMPACT_AT) void this.compact(noteId).catch(() => {});
    return { updates: rows.result.map((row) => row.update), pending: pending.result as number[] };
  }

  /**
   * Resolves when the change is on the disk; a pending one waits for the server's acknowledgement under the key it
   * resolves to.
   */
  append(noteId: string, update: Uint8Array, options: AppendOptions): Promise<number | undefined> {
    return this.changes.append(noteId, update, options);
  }

  /** Changes that are not on the disk yet, or failed to get there and were not made up for. */
  unwritten(): UpdateRow[] {
    return this.changes.unwritten();
  }

  /** The server has committed these changes. Their marks go with the next change that is written, or a moment later. */
  acknowledge(keys: number[]): void {
    this.changes.acknowledge(keys);
  }

  /** Notes with changes that the server has not acknowledged, and how many. */
  async pendingNotes(): Promise<{ noteId: string; count: number }[]> {
    await this.changes.unmark();
    const rows = await this.database.read(
      [PENDING],
      (transaction) => transaction.objectStore(PENDING).getAll() as IDBRequest<PendingRow[]>,
    );
    const counts = new Map<string, number>();
    for (const { noteId } of rows.result) counts.set(noteId, (counts.get(noteId) ?? 0) + 1);
    return [...counts].map(([noteId, count]) => ({ noteId, count }));
  }

  /** Of a note that is not this person's any more: nothing of it stays on the device. */
  async forget(noteId: string): Promise<void> {
    const transaction = await this.database.writing([UPDATES, PENDING]);
    for (const name of [UPDATES, PENDING]) {
      const keys = ofNote(transaction, name).getAllKeys(noteId);
      keys.addEventListener("success", () => {
        for (const key of keys.result) transaction.objectStore(name).delete(key);
      });
    }
    await completion(transaction);
  }

  /** @param key Its place among the others; absent: the last */
  addCall(call: unknown, key?: number): Promise<IDBValidKey | undefined> {
    return this.database.write([OUTBOX], (transaction) => transaction.objectStore(OUTBOX).add({ call }, key));
  }

  /** Before those that wait already: between zero and the lowest of their keys. */
  async addCallsFirst(calls: unknown[]): Promise<void> {
    if (calls.length === 0) return;
    const transaction = await this.database.writing(OUTBOX);
    const outbox = transaction.objectStore(OUTBOX);
    const first = outbox.openKeyCursor();
    first.addEventListener("success", () => {
      const lowest = first.result?.key as number | undefined;
      for (const [index, call] of calls.entries())
        outbox.add({ call }, lowest && (lowest * (index + 1)) / (calls.length + 1));
    });
    await completion(transaction);
  }

  async calls(): Promise<OutboxRow[]> {
    const [keys, rows] = await this.database.read([OUTBOX], (transaction) => {
      const outbox = transaction.objectStore(OUTBOX);
      return [outbox.getAllKeys(), outbox.getAll() as IDBRequest<{ call: unknown }[]>];
    });
    return rows.result.map((row, index) => ({ key: keys.result[index] as number, call: row.call }));
  }

  /** False once another tab has sent it. */
  async hasCall(key: number): Promise<boolean> {
    const count = await this.database.read([OUTBOX], (transaction) =>
      transaction.objectStore(OUTBOX).count(key),
    );
    return count.result > 0;
  }

  removeCall(key: number): Promise<undefined> {
    return this.database.write([OUTBOX], (transaction) => transaction.objectStore(OUTBOX).delete(key));
  }

  /** The database was deleted under the page: what it kept is gone, and keys of before mean nothing any more. */
  onLost(listener: () => void): () => void {
    return this.database.onLost(listener);
  }

  close(): void {
    this.database.close();
  }

  /** Merges a note's rows into one; in one transaction, so that no row of another tab falls between. */
  private async compact(noteId: string): Promise<void> {
    // Fetched when it is needed: every page of /app loads this file, and Yjs is as large as all the rest of it.
    const { mergeUpdates } = await import("yjs");
    const transaction = await this.database.writing(UPDATES);
    const objects = transaction.objectStore(UPDATES);
    const keys = objects.index(BY_NOTE).getAllKeys(noteId);
    const rows = objects.index(BY_NOTE).getAll(noteId) as IDBRequest<UpdateRow[]>;
    rows.addEventListener("success", () => {
      const update = mergeUpdates(rows.result.map((row) => row.update));
      for (const key of keys.result) objects.delete(key);
      objects.add({ noteId, update } satisfies UpdateRow);
    });
    await completion(transaction);
  }
}

export type { LocalStore };

const ofNote = (transaction: IDBTransaction, store: string) => transaction.objectStore(store).index(BY_NOTE);

/** Removes everything this device keeps of a user's notes. */
export function deleteLocalStore(page: Page, userId: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = page.indexedDb().deleteDatabase(databaseName(userId));
    request.addEventListener("success", () => resolve());
    request.addEventListener("error", () => reject(request.error));
  });
}
