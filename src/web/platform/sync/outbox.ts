import type { LocalStore, OutboxRow } from "./local-store.ts";
import { type Page, thisPage } from "./page.ts";

/** A call of an operation that may be repeated, waiting for the server. */
export type WaitingCall = { path: readonly string[]; input: unknown };

/** What became of a call: gone out, to be tried again later, or refused for good. */
export type CallResult = "done" | "later" | "refused";

/** The key of a call that is in memory only. */
const NOT_STORED = -1;
const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 15_000;

/**
 * Calls made while the server was away, in the order they were made, on the device's disk until the server has answered.
 * The first that must wait holds back the rest, since they may build on it.
 */
export function createOutbox(options: {
  store: Pick<LocalStore, "calls" | "addCall" | "removeCall" | "hasCall" | "onLost"> | null;
  perform: (call: WaitingCall) => Promise<CallResult>;
  onEmptied: () => void;
  page?: Page;
}) {
  const { store, page = thisPage } = options;
  const listeners = new Set<() => void>();
  /** In memory when the device has no storage: better than refusing to work. */
  let rows: OutboxRow[] = [];
  let isRunning = false;
  let retryMs = FIRST_RETRY_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;
  const loaded = store?.calls().then((stored) => {
    rows = [...stored, ...rows];
    changed();
    void flush();
  });
  // What the store does not give, this page does not send; the next one may.
  loaded?.catch(() => {});

  // Deleted under the page: nobody else has sent them, they are simply not on the disk any more.
  const stopLost = store?.onLost(() => {
    rows = rows.map((row) => ({ ...row, key: NOT_STORED }));
  });

  function changed(): void {
    for (const listener of listeners) listener();
  }

  async function enqueue(call: WaitingCall): Promise<void> {
    await loaded?.catch(() => {});
    const key = await store?.addCall(call).catch(() => undefined);
    rows = [...rows, { key: typeof key === "number" ? key : NOT_STORED, call }];
    changed();
    void flush();
  }

  async function flush(): Promise<void> {
    clearTimeout(timer);
    if (isRunning || isClosed) return;
    isRunning = true;
    const hadCalls = rows.length > 0;
    try {
      // Other tabs have the same rows: one of them sends.
      await page.withLock("cairn-outbox", sendAll);
    } finally {
      isRunning = false;
    }
    if (hadCalls && rows.length === 0) options.onEmptied();
    if (rows.length > 0 && !isClosed) {
      timer = setTimeout(() => void flush(), retryMs);
      retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
    }
  }

  async function sendAll(): Promise<void> {
    for (let row = rows[0]; row && !isClosed; row = rows[0]) {
      // Sent twice, an old title would come back over a newer one.
      const isOurs = await isWaiting(row);
      const result = isOurs ? await options.perform(row.call as WaitingCall) : "done";
      if (result === "later") return storeAgain();
      retryMs = FIRST_RETRY_MS;
      if (row.key >= 0) await store?.removeCall(row.key).catch(() => {});
      rows = rows.slice(1);
      changed();
    }
  }

  async function storeAgain(): Promise<void> {
    for (const row of rows.filter(({ key }) => key === NOT_STORED)) {
      const key = await store?.addCall(row.call).catch(() => undefined);
      if (typeof key === "number") rows = rows.map((other) => (other === row ? { ...row, key } : other));
    }
  }

  /** Asked under the lock: another tab may have sent the call since this one read the store. */
  async function isWaiting(row: OutboxRow): Promise<boolean> {
    if (!store || row.key < 0) return true;
    return store.hasCall(row.key).catch(() => true);
  }

  return {
    enqueue,
    flush: () => {
      retryMs = FIRST_RETRY_MS;
      return flush();
    },
    pending: () => rows.length,
    calls: () => rows.map((row) => row.call as WaitingCall),
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => {
      isClosed = true;
      clearTimeout(timer);
      stopLost?.();
    },
  };
}

export type Outbox = ReturnType<typeof createOutbox>;
