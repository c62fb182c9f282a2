import { SCHEMA_VERSION } from "#document/schema-version.ts";
import type { Page } from "./page.ts";

const UPDATES = "updates";
const PENDING = "pending";
const OUTBOX = "outbox";
const BY_NOTE = "noteId";
/** Rows of one note that are merged into one when it is opened. */
const COMPACT_AT = 100;
/** A write that takes longer than this counts as failed until it succeeds. */
const SLOW_WRITE_MS = 1_500;
/** Who writes on takes the marks of what was acknowledged along: a transaction of their own would cost each key as much again. */
const UNMARK_MS = 500;
/** A long note from a slow disk; after it the page goes on with what the server has. */
const SLOW_READ_MS = 5_000;
/** After the database was deleted under us nothing is written for a while: a sign-out in another tab closes this page. */
const LOST_FOR_MS = 2_000;

type UpdateRow = { noteId: string; update: Uint8Array };
type PendingRow = { noteId: string };
type Entry = UpdateRow & { isPending: boolean; done: PromiseWithResolvers<number | undefined> };
export type OutboxRow = { key: number; call: unknown };

/** A page with a newer document schema has opened (or left behind) this store: this page must not touch it. */
export class NewerStoreError extends Error {}

/** Neither yes nor no within the time that a healthy disk needs. */
class SilentStoreError extends Error {}

/** `pending` names the changes that the server has not acknowledged. */
export type StoredNote = { updates: Uint8Array[]; pending: number[] };

export type LocalStore = Awaited<ReturnType<typeof openLocalStore>>;

const databaseName = (userId: string) => `cairn-notes-${userId}`;

/**
 * What this device keeps of a user's notes: every change of every opened note, with strict durability, in a database of
 * that user's own. The version of the database is the version of the document schema, so that an older page cannot open
 * what a newer one wrote.
 *
 * @throws NewerStoreError, DOMException when the browser offers no storage
 */
export async function openLocalStore(page: Page, userId: string, onNewerVersion: () => void) {
  const name = databaseName(userId);
  let isClosed = false;
  let opening: Promise<IDBDatabase> | null = null;
  let lostAt = -LOST_FOR_MS;
  const losses = new Set<() => void>();

  function lost(isNewerVersion: boolean): void {
    opening = null;
    if (isClosed) return;
    if (isNewerVersion) return onNewerVersion();
    lostAt = performance.now();
    for (const listener of losses) listener();
  }

  /** The database may have been deleted under us ("clear site data"): open it anew. */
  async function current(): Promise<IDBDatabase> {
    // A late write of a page that signed out must not bring back what was wiped.
    if (isClosed) throw new Error("This device's store is closed");
    if (performance.now() - lostAt < LOST_FOR_MS) throw new Error("This device's store was removed");
    opening ??= openDatabase(page, name, lost);
    const mine = opening;
    try {
      // One that does not answer may do so later; the next call waits for the same.
      return await withTimeLimit(mine, SLOW_WRITE_MS);
    } catch (error) {
      if (opening === mine && !(error instanceof SilentStoreError)) opening = null;
      if (error instanceof NewerStoreError) onNewerVersion();
      throw error;
    }
  }

  await current().catch((error: unknown) => {
    // Storage that does not answer is not said to be missing: it is asked again at each write.
    if (!(error instanceof SilentStoreError)) throw error;
  });

  async function write<T>(
    stores: string[],
    run: (transaction: IDBTransaction) => IDBRequest<T> | null,
  ): Promise<T | undefined> {
    const transaction = (await current()).transaction(stores, "readwrite", { durability: "strict" });
    const request = run(transaction);
    await withTimeLimit(completion(transaction), SLOW_WRITE_MS);
    return request?.result;
  }

  async function read<T>(store: string, run: (objects: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    const transaction = (await current()).transaction(store, "readonly");
    const request = run(transaction.objectStore(store));
    await withTimeLimit(completion(transaction), SLOW_READ_MS);
    return request.result;
  }

  let waiting: Entry[] = [];
  let acknowledged: number[] = [];
  let isAppending = false;

  async function appendAll(): Promise<void> {
    isAppending = true;
    while (waiting.length > 0) {
      const entries = waiting;
      waiting = [];
      await appendTogether(entries);
    }
    isAppending = false;
  }

  /** Takes along what was acknowledged meanwhile; should the write fail, those marks stay, which is harmless. */
  async function appendTogether(entries: Entry[]): Promise<void> {
    const keys: (IDBRequest<IDBValidKey> | null)[] = [];
    const unmarked = acknowledged;
    acknowledged = [];
    try {
      await write([UPDATES, PENDING], (transaction) => {
        for (const { noteId, update, isPending } of entries) {
          transaction.objectStore(UPDATES).add({ noteId, update } satisfies UpdateRow);
          keys.push(isPending ? transaction.objectStore(PENDING).add({ noteId } satisfies PendingRow) : null);
        }
        for (const key of unmarked) transaction.objectStore(PENDING).delete(key);
        return null;
      });
      for (const [index, { done }] of entries.entries())
        done.resolve(keys[index]?.result as number | undefined);
    } catch (error) {
      for (const { done } of entries) done.reject(error);
    }
  }

  const unmark = async () => {
    if (acknowledged.length > 0) await appendTogether([]);
  };

  return {
    async load(noteId: string): Promise<StoredNote> {
      // Of one moment: a change that another tab marks in between would be confirmed here without having been read.
      const transaction = (await current()).transaction([UPDATES, PENDING], "readonly");
      const rows = ofNote(transaction, UPDATES).getAll(noteId) as IDBRequest<UpdateRow[]>;
      const pending = ofNote(transaction, PENDING).getAllKeys(noteId);
      await withTimeLimit(completion(transaction), SLOW_READ_MS);
      if (rows.result.length >= COMPACT_AT) void compact(noteId).catch(() => {});
      return { updates: rows.result.map((row) => row.update), pending: pending.result as number[] };
    },

    /**
     * Resolves when the change is on the disk; a pending one waits for the server's acknowledgement under the key it
     * resolves to. Changes that come while an earlier one is being written share the next transaction: a strict commit
     * takes milliseconds, keys come faster.
     */
    append(noteId: string, update: Uint8Array, isPending: boolean): Promise<number | undefined> {
      const entry = { noteId, update, isPending, done: Promise.withResolvers<number | undefined>() };
      waiting.push(entry);
      if (!isAppending) void appendAll();
      return entry.done.promise;
    },

    /** The server has committed these changes. Their marks go with the next change that is written, or a moment later. */
    acknowledge(keys: number[]): void {
      acknowledged.push(...keys);
      setTimeout(() => void unmark(), UNMARK_MS);
    },

    /** Notes with changes that the server has not acknowledged, and how many. */
    async pendingNotes(): Promise<{ noteId: string; count: number }[]> {
      await unmark();
      const counts = new Map<string, number>();
      for (const { noteId } of await read<PendingRow[]>(PENDING, (objects) => objects.getAll())) {
        counts.set(noteId, (counts.get(noteId) ?? 0) + 1);
      }
      return [...counts].map(([noteId, count]) => ({ noteId, count }));
    },

    /** Of a note that is not this person's any more: nothing of it stays on the device. */
    async forget(noteId: string): Promise<void> {
      const transaction = (await current()).transaction([UPDATES, PENDING], "readwrite", {
        durability: "strict",
      });
      for (const name of [UPDATES, PENDING]) {
        const keys = ofNote(transaction, name).getAllKeys(noteId);
        keys.addEventListener("success", () => {
          for (const key of keys.result) transaction.objectStore(name).delete(key);
        });
      }
      await completion(transaction);
    },

    addCall: (call: unknown) =>
      write(
        [OUTBOX],
        (transaction) => transaction.objectStore(OUTBOX).add({ call }) as IDBRequest<IDBValidKey>,
      ),
    async calls(): Promise<OutboxRow[]> {
      const keys = await read(OUTBOX, (objects) => objects.getAllKeys());
      const rows = await read<{ call: unknown }[]>(OUTBOX, (objects) => objects.getAll());
      return rows.map((row, index) => ({ key: keys[index] as number, call: row.call }));
    },
    /** False once another tab has sent it. */
    hasCall: async (key: number) => (await read(OUTBOX, (objects) => objects.count(key))) > 0,
    removeCall: (key: number) =>
      write([OUTBOX], (transaction) => transaction.objectStore(OUTBOX).delete(key)),

    /** The database was deleted under the page: what it kept is gone, and keys of before mean nothing any more. */
    onLost: (listener: () => void) => {
      losses.add(listener);
      return () => losses.delete(listener);
    },

    close(): void {
      isClosed = true;
      void opening?.then((database) => database.close()).catch(() => {});
      opening = null;
    },
  };

  /** Merges a note's rows into one; in one transaction, so that no row of another tab falls between. */
  async function compact(noteId: string): Promise<void> {
    // Fetched when it is needed: every page of /app loads this file, and Yjs is as large as all the rest of it.
    const { mergeUpdates } = await import("yjs");
    const transaction = (await current()).transaction(UPDATES, "readwrite", { durability: "strict" });
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

const ofNote = (transaction: IDBTransaction, store: string) => transaction.objectStore(store).index(BY_NOTE);

function openDatabase(
  page: Page,
  name: string,
  onLost: (isNewerVersion: boolean) => void,
): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = page.indexedDb().open(name, SCHEMA_VERSION);
    // Updates are independent of the schema, so an older store is taken over as it is.
    request.addEventListener("upgradeneeded", () => {
      const database = request.result;
      if (!database.objectStoreNames.contains(UPDATES)) {
        database.createObjectStore(UPDATES, { autoIncrement: true }).createIndex(BY_NOTE, "noteId");
      }
      if (!database.objectStoreNames.contains(PENDING)) {
        database.createObjectStore(PENDING, { autoIncrement: true }).createIndex(BY_NOTE, "noteId");
      }
      if (!database.objectStoreNames.contains(OUTBOX))
        database.createObjectStore(OUTBOX, { autoIncrement: true });
    });
    request.addEventListener("error", () => {
      const isNewer = request.error?.name === "VersionError";
      reject(isNewer ? new NewerStoreError("A newer Cairn has used this device") : request.error);
    });
    request.addEventListener("success", () => {
      const database = request.result;
      database.addEventListener("versionchange", (event) => {
        database.close();
        // A null version is a deletion (sign-out in another tab); a number is a newer schema.
        onLost(event.newVersion !== null);
      });
      database.addEventListener("close", () => onLost(false));
      resolve(database);
    });
  });
}

function completion(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(transaction.error ?? new Error("The browser aborted the write"));
    transaction.addEventListener("complete", () => resolve());
    transaction.addEventListener("abort", fail);
    transaction.addEventListener("error", fail);
  });
}

async function withTimeLimit<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new SilentStoreError("This device's storage does not answer")),
      milliseconds,
    );
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}

/** Removes everything this device keeps of a user's notes. */
export function deleteLocalStore(page: Page, userId: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = page.indexedDb().deleteDatabase(databaseName(userId));
    request.addEventListener("success", () => resolve());
    request.addEventListener("error", () => reject(request.error));
  });
}
