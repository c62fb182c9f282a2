import pg from "pg";

/** Shared by everyone who works on the database; a restore wants it alone. */
export const SERVING_LOCK = 0x0ca1_0002;

/** A listener only listens: without asking now and then it would not notice that the other side is gone. */
const HEARTBEAT_MS = 15_000;
const ANSWER_WITHIN_MS = 10_000;

/** Hears NOTIFY on its own connection, which it opens again for ever. `onGap` says: something may have been missed. */
export function listen(options: {
  config: pg.ClientConfig;
  channels: string[];
  onNotice: (channel: string, payload: string) => void;
  onGap: () => void;
  onError: (error: Error) => void;
}): { stop: () => Promise<void>; ready: Promise<void> } {
  let client: pg.Client | undefined;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let heartbeat: NodeJS.Timeout | undefined;
  let delay = 100;
  const ready = Promise.withResolvers<void>();

  const retry = (error: Error) => {
    if (stopped) return;
    clearInterval(heartbeat);
    options.onError(error);
    void client?.end().catch(() => {});
    client = undefined;
    clearTimeout(timer);
    timer = setTimeout(() => void connect(), delay);
    delay = Math.min(delay * 2, 5_000);
  };
  const connect = async () => {
    const fresh = new pg.Client({
      ...options.config,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      query_timeout: ANSWER_WITHIN_MS,
    });
    client = fresh;
    // Told once for each connection, and stays, so that a late error of one that was given up ends nothing.
    const lose = (error: Error) => {
      if (client === fresh) retry(error);
    };
    fresh.on("error", lose);
    fresh.on("notification", ({ channel, payload }) => options.onNotice(channel, payload ?? ""));
    try {
      await fresh.connect();
      for (const channel of options.channels) await fresh.query(`LISTEN ${channel}`);
      // Who listens, serves: a restore must not take the tables away from under it.
      await fresh.query("SELECT pg_advisory_lock_shared($1)", [SERVING_LOCK]);
      delay = 100;
      heartbeat = setInterval(() => {
        void fresh.query("SELECT 1").catch(lose);
      }, HEARTBEAT_MS);
      ready.resolve();
      options.onGap();
    } catch (error) {
      lose(error as Error);
    }
  };
  void connect();
  return {
    ready: ready.promise,
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      clearInterval(heartbeat);
      const last = client;
      client = undefined;
      await last?.end().catch(() => {});
    },
  };
}
