import type { PersistedQuery } from "@tanstack/query-persist-client-core";

/**
 * What the last answers of the server were, per person, so that lists open without it. A cache only: failing to read
 * or write it is never an error. The name carries the user's id; sign-out deletes the whole database.
 */
const databaseName = (userId: string) => `cairn-${userId}-queries`;
const STORE = "queries";
/** A browser that answers neither yes nor no must not keep the lists from being fetched. */
const OPEN_WITHIN_MS = 1_000;

function request<T>(made: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    made.onsuccess = () => resolve(made.result);
    made.onerror = () => reject(made.error ?? new Error("IndexedDB request failed"));
  });
}

/** Async, so that a browser without IndexedDB rejects like one whose IndexedDB fails. */
async function openDatabase(userId: string): Promise<IDBDatabase> {
  const opening = indexedDB.open(databaseName(userId), 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  return request(opening);
}

export type QueryStore = {
  getItem: (key: string) => Promise<PersistedQuery | undefined>;
  setItem: (key: string, value: PersistedQuery) => Promise<void>;
  removeItem: (key: string) => Promise<void>;
  values: () => Promise<PersistedQuery[]>;
  close: () => Promise<void>;
};

export function openQueryStore(userId: string): QueryStore {
  let isClosed = false;
  const opening = openDatabase(userId).catch(() => null);
  const database = Promise.race([
    opening,
    new Promise<null>((resolve) => setTimeout(() => resolve(null), OPEN_WITHIN_MS)),
  ]);
  // Another tab may be signing out: let go, or its deletion hangs.
  void opening.then((db) => db?.addEventListener("versionchange", () => db.close()));
  const run = async <T>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T | undefined> => {
    try {
      const db = await database;
      if (!db || isClosed) return undefined;
      return await request(work(db.transaction(STORE, mode).objectStore(STORE)));
    } catch {
      return undefined;
    }
  };
  return {
    getItem: (key) => run<PersistedQuery>("readonly", (store) => store.get(key)),
    setItem: async (key, value) => {
      await run("readwrite", (store) => store.put(value, key));
    },
    removeItem: async (key) => {
      await run("readwrite", (store) => store.delete(key));
    },
    values: async () => (await run<PersistedQuery[]>("readonly", (store) => store.getAll())) ?? [],
    close: async () => {
      isClosed = true;
      (await database)?.close();
    },
  };
}

export const deleteQueryStore = (userId: string): Promise<void> => deleteDatabase(databaseName(userId));

/** Deletes what was kept; waits until the browser has done it, at most two seconds. */
export function deleteDatabase(name: string): Promise<void> {
  return new Promise((resolve) => {
    const deleting = indexedDB.deleteDatabase(name);
    deleting.onsuccess = () => resolve();
    deleting.onerror = () => resolve();
    setTimeout(resolve, 2000);
  });
}
