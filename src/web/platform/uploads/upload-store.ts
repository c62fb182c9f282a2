import { uploadsDatabase } from "./waiting-uploads.ts";

/** A file on its way, as the device keeps it until the server has all of it. */
export type KeptUpload = {
  id: string;
  name: string;
  type: string;
  size: number;
  /** Images of a note go whole to the door that refuses what is none; everything else in parts. */
  door: "image" | "file";
  /** The note it was put into: in one that somebody else shares, the file becomes theirs. */
  noteId?: string | undefined;
  /** What else it becomes once it has arrived. */
  into?: "gallery" | "question" | "project" | undefined;
  /** The project that it is put into. */
  projectId?: string | undefined;
  file: Blob;
  addedAt: number;
  /** Why the server last refused it, if it did: told once, however often it is tried again. */
  refusal?: string;
};

const STORE = "files";

const answer = <T>(made: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    made.onsuccess = () => resolve(made.result);
    made.onerror = () => reject(made.error ?? new Error("IndexedDB request failed"));
  });

async function open(userId: string): Promise<IDBDatabase> {
  const opening = indexedDB.open(uploadsDatabase(userId), 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE, { keyPath: "id" });
  const database = await answer(opening);
  // Another tab may be signing out: let go, or its deletion hangs.
  database.addEventListener("versionchange", () => database.close());
  return database;
}

/** What waits to be sent, in a database of the person's own; each call opens it, because it is rarely needed. */
export function openUploadStore(userId: string) {
  async function run<T>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T> {
    const database = await open(userId);
    try {
      const transaction = database.transaction(STORE, mode, { durability: "strict" });
      const done = new Promise<void>((resolve, reject) => {
        transaction.oncomplete = () => resolve();
        transaction.onabort = transaction.onerror = () =>
          reject(transaction.error ?? new Error("IndexedDB write failed"));
      });
      const [result] = await Promise.all([answer(work(transaction.objectStore(STORE))), done]);
      return result;
    } finally {
      database.close();
    }
  }
  return {
    all: () => run<KeptUpload[]>("readonly", (store) => store.getAll()),
    has: async (id: string) => (await run("readonly", (store) => store.getKey(id))) !== undefined,
    put: async (upload: KeptUpload) => void (await run("readwrite", (store) => store.put(upload))),
    remove: (id: string) => run("readwrite", (store) => store.delete(id)),
  };
}

export type UploadStore = ReturnType<typeof openUploadStore>;
