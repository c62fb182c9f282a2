import type { CDPSession, Page } from "@playwright/test";

export type Parts = { page: Page; devtools: CDPSession; origin: string; userId: string };

/** One way in which a browser fails to keep what it was given. */
export type Situation = {
  name: string;
  /** Before the app is loaded. */
  prepare?: (parts: Parts) => Promise<unknown>;
  /** While a note is open. */
  strike?: (parts: Parts) => Promise<unknown>;
  isOffline?: boolean;
  /** Whether the page must say that this device keeps nothing, or keep everything all the same. */
  expects: "said" | "kept";
  /** Ends the fault; from then on everything must be kept, and nothing said. */
  heal?: (parts: Parts) => Promise<unknown>;
};

const QUOTA_BYTES = 20 * 1024 * 1024;
const FILLER = "filler";

/** Before the app is there: what Chromium has once learned of the room it believes for half a minute. */
const setQuota = ({ devtools, origin }: Parts) =>
  devtools.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: QUOTA_BYTES });

/** Fills this site's share of the disk to the last bytes. */
const fillQuota = ({ page }: Parts) =>
  page.evaluate(
    (name) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open(name, 1);
        opening.addEventListener("upgradeneeded", () =>
          opening.result.createObjectStore(name, { autoIncrement: true }),
        );
        opening.addEventListener("error", () => reject(new Error("no filler")));
        opening.addEventListener("success", () => {
          const put = (bytes: number): void => {
            const transaction = opening.result.transaction(name, "readwrite");
            // Random, or it would be stored in less.
            const filling = new Uint8Array(bytes);
            for (let at = 0; at < bytes; at += 65_536)
              crypto.getRandomValues(filling.subarray(at, Math.min(bytes, at + 65_536)));
            transaction.objectStore(name).add(filling);
            transaction.addEventListener("complete", () => put(bytes));
            transaction.addEventListener("abort", () => {
              if (bytes > 64) put(Math.floor(bytes / 4));
              else {
                opening.result.close();
                resolve();
              }
            });
          };
          put(1024 * 1024);
        });
      }),
    FILLER,
  );

const makeRoom = async ({ page, devtools, origin }: Parts) => {
  await page.evaluate((name) => void indexedDB.deleteDatabase(name), FILLER);
  await devtools.send("Storage.overrideQuotaForOrigin", { origin });
};

const deleteDatabase = ({ page, userId }: Parts) =>
  page.evaluate(
    (name) =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.deleteDatabase(name);
        request.addEventListener("success", () => resolve());
        request.addEventListener("error", () => reject(new Error("not deleted")));
      }),
    `cairn-notes-${userId}`,
  );

const clearSite = ({ devtools, origin }: Parts) =>
  devtools.send("Storage.clearDataForOrigin", { origin, storageTypes: "indexeddb" });

/** What page scripts below leave behind to be switched. */
type Switched = { failsNow?: boolean };
const fail = ({ page }: Parts) => page.evaluate(() => void ((globalThis as Switched).failsNow = true));
const mend = ({ page }: Parts) => page.evaluate(() => void ((globalThis as Switched).failsNow = false));

const refuseWrites = ({ page }: Parts) =>
  page.addInitScript(() => {
    const { add } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.add = function (this: IDBObjectStore, ...values: [unknown, IDBValidKey?]) {
      if ((globalThis as Switched).failsNow) throw new DOMException("The disk is full", "QuotaExceededError");
      return add.apply(this, values);
    };
  });

/** One that is told to complete could be neither kept busy nor aborted. */
const ignoreCommits = ({ page }: Parts) =>
  page.addInitScript(() => {
    const { commit } = IDBTransaction.prototype;
    IDBTransaction.prototype.commit = function (this: IDBTransaction) {
      if (!(globalThis as Switched).failsNow) commit.call(this);
    };
  });

/** A transaction that is kept busy for ever never completes. */
const hangWrites = async (parts: Parts) => {
  await ignoreCommits(parts);
  await parts.page.addInitScript(() => {
    const { add } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.add = function (this: IDBObjectStore, ...values: [unknown, IDBValidKey?]) {
      const again = () => {
        if ((globalThis as Switched).failsNow) this.count().addEventListener("success", again);
      };
      again();
      return add.apply(this, values);
    };
  });
};

const abortWrites = async (parts: Parts) => {
  await ignoreCommits(parts);
  await parts.page.addInitScript(() => {
    const { add } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.add = function (this: IDBObjectStore, ...values: [unknown, IDBValidKey?]) {
      const request = add.apply(this, values);
      if ((globalThis as Switched).failsNow)
        request.addEventListener("success", () => this.transaction.abort());
      return request;
    };
  });
};

const withoutIndexedDb = ({ page }: Parts) =>
  page.addInitScript(() => Object.defineProperty(globalThis, "indexedDB", { value: undefined }));

const refuseOpening = ({ page }: Parts) =>
  page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException("The operation is insecure", "SecurityError");
    };
  });

/** As some browsers do when their profile is damaged: neither success nor error. */
const neverOpen = ({ page }: Parts) =>
  page.addInitScript(() => {
    IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest;
  });

export const SITUATIONS: Situation[] = [
  {
    name: "quota reached while writing",
    prepare: setQuota,
    strike: fillQuota,
    expects: "said",
    heal: makeRoom,
  },
  { name: "database deleted under the page", strike: deleteDatabase, expects: "kept" },
  { name: "no IndexedDB at all", prepare: withoutIndexedDb, expects: "said" },
  {
    name: "quota reached offline",
    prepare: setQuota,
    strike: fillQuota,
    isOffline: true,
    expects: "said",
    heal: makeRoom,
  },
  { name: "database deleted offline", strike: deleteDatabase, isOffline: true, expects: "kept" },
  { name: "site data cleared under the page", strike: clearSite, expects: "kept" },
  { name: "opening refused", prepare: refuseOpening, expects: "said" },
  { name: "opening never answered", prepare: neverOpen, expects: "said" },
  { name: "writes refused", prepare: refuseWrites, strike: fail, expects: "said", heal: mend },
  { name: "writes never answered", prepare: hangWrites, strike: fail, expects: "said", heal: mend },
  { name: "writes aborted", prepare: abortWrites, strike: fail, expects: "said", heal: mend },
  {
    name: "writes aborted offline",
    prepare: abortWrites,
    strike: fail,
    isOffline: true,
    expects: "said",
    heal: mend,
  },
];
