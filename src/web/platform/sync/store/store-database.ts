import { SCHEMA_VERSION } from "#document/schema-version.ts";
import type { Page } from "../page.ts";

/** Rows of this store carry `{ noteId, update }`. */
export const UPDATES = "updates";
/** `{ noteId }` under the key of its own: a change that the server has not acknowledged. */
export const PENDING = "pending";
/** `{ call }`: what the outbox keeps. */
export const OUTBOX = "outbox";
export const BY_NOTE = "noteId";
/** A write that takes longer than this counts as failed until it succeeds. */
const SLOW_WRITE_MS = 1_500;
/** A long note from a slow disk; after it the page goes on with what the server has. */
const SLOW_READ_MS = 5_000;
/** After the database was deleted under us nothing is written for a while: a sign-out in another tab closes this page. */
const LOST_FOR_MS = 2_000;

/** A page with a newer document schema has opened (or left behind) this store: this page must not touch it. */
export class NewerStoreError extends Error {}

/** Neither yes nor no within the time that a healthy disk needs. */
class SilentStoreError extends Error {}

export const databaseName = (userId: string) => `cairn-notes-${userId}`;

/** The device's database of one user, opened anew when it was deleted under the page. */
export class StoreDatabase {
  private readonly page: Page;
  private readonly name: string;
  private readonly onNewerVersion: () => void;
  private readonly losses = new Set<() => void>();
  private opening: Promise<IDBDatabase> | null = null;
  private lostAt = -LOST_FOR_MS;
  private isClosed = false;

  constructor(page: Page, userId: string, onNewerVersion: () => void) {
    this.page = page;
    this.name = databaseName(userId);
    this.onNewerVersion = onNewerVersion;
  }

  /** @throws NewerStoreError, DOMException when the browser offers no storage */
  async open(): Promise<void> {
    await this.current().catch((error: unknown) => {
      // Storage that does not answer is not said to be missing: it is asked again at each write.
      if (!(error instanceof SilentStoreError)) throw error;
    });
  }

  /** A transaction that is on the disk when it is complete. */
  async writing(stores: string | string[]): Promise<IDBTransaction> {
    return (await this.current()).transaction(stores, "readwrite", { durability: "strict" });
  }

  async write<T>(
    stores: string[],
    run: (transaction: IDBTransaction) => IDBRequest<T> | null,
  ): Promise<T | undefined> {
    const transaction = await this.writing(stores);
    const request = run(transaction);
    // Without waiting for the answers to its requests: a page that is closed meanwhile would take it along.
    transaction.commit();
    await withTimeLimit(completion(transaction), SLOW_WRITE_MS);
    return request?.result;
  }

  /** What the requests of `run` find, of one moment. */
  async read<T>(stores: string[], run: (transaction: IDBTransaction) => T): Promise<T> {
    const transaction = (await this.current()).transaction(stores, "readonly");
    const requests = run(transaction);
    await withTimeLimit(completion(transaction), SLOW_READ_MS);
    return requests;
  }

  onLost(listener: () => void): () => void {
    this.losses.add(listener);
    return () => this.losses.delete(listener);
  }

  close(): void {
    this.isClosed = true;
    void this.opening?.then((database) => database.close()).catch(() => {});
    this.opening = null;
  }

  /** The database may have been deleted under us ("clear site data"): open it anew. */
  private async current(): Promise<IDBDatabase> {
    // A late write of a page that signed out must not bring back what was wiped.
    if (this.isClosed) throw new Error("This device's store is closed");
    if (performance.now() - this.lostAt < LOST_FOR_MS) throw new Error("This device's store was removed");
    this.opening ??= openDatabase(this.page, this.name, (isNewerVersion) => this.lost(isNewerVersion));
    const mine = this.opening;
    try {
      // One that does not answer may do so later; the next call waits for the same.
      return await withTimeLimit(mine, SLOW_WRITE_MS);
    } catch (error) {
      if (this.opening === mine && !(error instanceof SilentStoreError)) this.opening = null;
      if (error instanceof NewerStoreError) this.onNewerVersion();
      throw error;
    }
  }

  private lost(isNewerVersion: boolean): void {
    this.opening = null;
    if (this.isClosed) return;
    if (isNewerVersion) return this.onNewerVersion();
    this.lostAt = performance.now();
    for (const listener of this.losses) listener();
  }
}

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

export function completion(transaction: IDBTransaction): Promise<void> {
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
