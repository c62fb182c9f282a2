import pg from "pg";

/** Shared by everyone who works on the database; a restore wants it alone. */
export const SERVING_LOCK = 0x0ca1_0002;

/** A listener only listens: without asking now and then it would not notice that the other side is gone. */
const HEARTBEAT_MS = 15_000;
const ANSWER_WITHIN_MS = 10_000;

type Options = {
  config: pg.ClientConfig;
  channels: string[];
  onNotice: (channel: string, payload: string) => void;
  onGap: () => void;
  onError: (error: Error) => void;
};

/** Hears NOTIFY on its own connection, which it opens again for ever. `onGap` says: something may have been missed. */
export function listen(options: Options): { stop: () => Promise<void>; ready: Promise<void> } {
  const listener = new Listener(options);
  void listener.connect();
  return { ready: listener.ready.promise, stop: () => listener.stop() };
}

class Listener {
  readonly ready = Promise.withResolvers<void>();
  private readonly options: Options;
  private client: pg.Client | undefined;
  private isStopped = false;
  private timer: NodeJS.Timeout | undefined;
  private heartbeat: NodeJS.Timeout | undefined;
  private delay = 100;

  constructor(options: Options) {
    this.options = options;
  }

  async connect(): Promise<void> {
    const { config, channels, onNotice, onGap } = this.options;
    const fresh = new pg.Client({
      ...config,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      query_timeout: ANSWER_WITHIN_MS,
    });
    this.client = fresh;
    // Told once for each connection, and stays, so that a late error of one that was given up ends nothing.
    const lose = (error: Error) => {
      if (this.client === fresh) this.retry(error);
    };
    fresh.on("error", lose);
    fresh.on("notification", ({ channel, payload }) => onNotice(channel, payload ?? ""));
    try {
      await fresh.connect();
      for (const channel of channels) await fresh.query(`LISTEN ${channel}`);
      // Who listens, serves: a restore must not take the tables away from under it.
      await fresh.query("SELECT pg_advisory_lock_shared($1)", [SERVING_LOCK]);
      this.delay = 100;
      this.heartbeat = setInterval(() => {
        void fresh.query("SELECT 1").catch(lose);
      }, HEARTBEAT_MS);
      this.ready.resolve();
      onGap();
    } catch (error) {
      lose(error as Error);
    }
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    clearInterval(this.heartbeat);
    const last = this.client;
    this.client = undefined;
    await last?.end().catch(() => {});
  }

  private retry(error: Error): void {
    if (this.isStopped) return;
    clearInterval(this.heartbeat);
    this.options.onError(error);
    void this.client?.end().catch(() => {});
    this.client = undefined;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.connect(), this.delay);
    this.delay = Math.min(this.delay * 2, 5_000);
  }
}
