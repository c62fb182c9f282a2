import type { LocalStore, OutboxRow } from "./store/local-store.ts";
import { type Page, thisPage } from "./page.ts";

/** A call of an operation that may be repeated, waiting for the server; `about` is for whoever keeps its words when it is refused. */
export type WaitingCall = { path: readonly string[]; input: unknown; about?: unknown };

/** What became of a call: gone out, to be tried again later, refused for good, or perhaps not the first any more. */
export type CallResult = "done" | "later" | "refused" | "behind";

/** The key of a call that is in memory only. */
const NOT_STORED = -1;
const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 15_000;

type Options = {
  store: Pick<LocalStore, "calls" | "addCall" | "removeCall" | "hasCall" | "onLost"> | null;
  perform: (call: WaitingCall) => Promise<CallResult>;
  onEmptied: () => void;
  page?: Page;
};

/**
 * Calls made while the server was away, in the order they were made, on the device's disk until the server has answered.
 * The first that must wait holds back the rest, since they may build on it.
 */
class Outbox {
  private readonly options: Options;
  private readonly page: Page;
  private readonly listeners = new Set<() => void>();
  private readonly stopLost: (() => void) | undefined;
  /** In memory when the device has no storage: better than refusing to work. */
  private rows: OutboxRow[];
  /** On their way to the server without having been on the disk, in the order they were made. */
  private readonly unanswered = new Set<WaitingCall>();
  /** On their way to the disk. */
  private readonly unstored = new Set<WaitingCall>();
  /** In which order this page made them; those of earlier pages come before all of them. */
  private readonly made = new WeakMap<WaitingCall, number>();
  private count = 0;
  private isRunning = false;
  /** Since it was last said that nothing waits; a call may have come while its turn was waited for. */
  private hasSent = false;
  private retryMs = FIRST_RETRY_MS;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isClosed = false;

  constructor(options: Options, stored: OutboxRow[]) {
    this.options = options;
    this.rows = stored;
    this.page = options.page ?? thisPage;
    // Deleted under the page: nobody else has sent them, they are simply not on the disk any more.
    this.stopLost = options.store?.onLost(() => {
      this.rows = this.rows.map((row) => ({ ...row, key: NOT_STORED }));
    });
  }

  async enqueue(call: WaitingCall): Promise<void> {
    this.made.set(call, ++this.count);
    this.unstored.add(call);
    const key = await this.options.store?.addCall(call).catch(() => undefined);
    this.unstored.delete(call);
    this.rows = [...this.rows, { key: typeof key === "number" ? key : NOT_STORED, call }];
    this.changed();
    void this.send();
  }

  /** Made at once, while nothing waits: a page that is left before it is answered keeps it. */
  begin(call: WaitingCall): void {
    this.made.set(call, ++this.count);
    this.unanswered.add(call);
  }

  answered(call: WaitingCall): void {
    this.unanswered.delete(call);
  }

  /** One that did not arrive waits before what was made after it. */
  async putBack(call: WaitingCall): Promise<void> {
    const later = this.rows.findIndex((row) => this.madeAfter(row.call as WaitingCall, call));
    const place = later < 0 ? this.rows.length : later;
    const [before, after] = [this.rows[place - 1]?.key ?? 0, this.rows[place]?.key ?? NOT_STORED];
    const between = before >= 0 && after > before ? (before + after) / 2 : undefined;
    const key = await this.options.store?.addCall(call, between).catch(() => undefined);
    const row = { key: typeof key === "number" ? key : NOT_STORED, call };
    this.rows = this.rows.toSpliced(Math.min(place, this.rows.length), 0, row);
    this.answered(call);
    this.changed();
    void this.send();
  }

  private madeAfter(one: WaitingCall, other: WaitingCall): boolean {
    return (this.made.get(one) ?? 0) > (this.made.get(other) ?? 0);
  }

  /** What a page that is closed now would forget: calls without an answer, and calls that are not on the disk yet. */
  inHand(): { unanswered: WaitingCall[]; unstored: WaitingCall[] } {
    const unstored = this.rows.filter(({ key }) => key === NOT_STORED).map(({ call }) => call as WaitingCall);
    return { unanswered: [...this.unanswered], unstored: [...unstored, ...this.unstored] };
  }

  /** Sends now instead of after the pause. */
  flush(): Promise<void> {
    this.retryMs = FIRST_RETRY_MS;
    return this.send();
  }

  pending(): number {
    return this.rows.length + this.unstored.size;
  }

  calls(): WaitingCall[] {
    return this.rows.map((row) => row.call as WaitingCall);
  }

  /** On their way or kept on this device, in the order they were made. */
  unsent(): WaitingCall[] {
    return [...this.unanswered, ...this.calls(), ...this.unstored];
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
    this.stopLost?.();
  }

  private changed(): void {
    for (const listener of this.listeners) listener();
  }

  private async send(): Promise<void> {
    clearTimeout(this.timer);
    if (this.isRunning || this.isClosed) return;
    this.isRunning = true;
    try {
      // Other tabs have the same rows: one of them sends.
      await this.page.withLock("cairn-outbox", () => this.sendAll());
    } finally {
      this.isRunning = false;
    }
    if (this.hasSent && this.rows.length === 0) {
      this.hasSent = false;
      this.options.onEmptied();
    }
    if (this.rows.length > 0 && !this.isClosed) {
      this.timer = setTimeout(() => void this.send(), this.retryMs);
      this.retryMs = Math.min(this.retryMs * 2, LONGEST_RETRY_MS);
    }
  }

  private async sendAll(): Promise<void> {
    const { store, perform } = this.options;
    for (let row = this.rows[0]; row && !this.isClosed; row = this.rows[0]) {
      // Sent twice, an old title would come back over a newer one.
      const isOurs = await this.isWaiting(row);
      const result = isOurs ? await perform(row.call as WaitingCall) : "done";
      if (result === "later") return this.storeAgain();
      if (result === "behind") continue;
      this.retryMs = FIRST_RETRY_MS;
      if (row.key >= 0) await store?.removeCall(row.key).catch(() => {});
      const { key, call } = row;
      this.rows = this.rows.filter((other) => other.call !== call || other.key !== key);
      this.hasSent = true;
      this.changed();
    }
  }

  private async storeAgain(): Promise<void> {
    for (const row of this.rows.filter(({ key }) => key === NOT_STORED)) {
      const key = await this.options.store?.addCall(row.call).catch(() => undefined);
      if (typeof key === "number")
        this.rows = this.rows.map((other) => (other === row ? { ...row, key } : other));
    }
  }

  /** Asked under the lock: another tab may have sent the call since this one read the store. */
  private async isWaiting(row: OutboxRow): Promise<boolean> {
    const { store } = this.options;
    if (!store || row.key < 0) return true;
    return store.hasCall(row.key).catch(() => true);
  }
}

export type { Outbox };

/** With what earlier pages left to be sent: what is made from now on waits behind it. */
export async function openOutbox(options: Options): Promise<Outbox> {
  // What the store does not give, this page does not send; the next one may.
  const stored = await options.store?.calls().catch(() => []);
  return new Outbox(options, stored ?? []);
}
