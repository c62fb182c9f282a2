import pg from "pg";

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
  let delay = 100;
  const ready = Promise.withResolvers<void>();

  const retry = (error: Error) => {
    if (stopped) return;
    options.onError(error);
    void client?.end().catch(() => {});
    client = undefined;
    clearTimeout(timer);
    timer = setTimeout(() => void connect(), delay);
    delay = Math.min(delay * 2, 5_000);
  };
  const connect = async () => {
    const fresh = new pg.Client({ ...options.config, keepAlive: true, connectionTimeoutMillis: 5_000 });
    client = fresh;
    fresh.once("error", retry);
    fresh.on("notification", ({ channel, payload }) => options.onNotice(channel, payload ?? ""));
    try {
      await fresh.connect();
      for (const channel of options.channels) await fresh.query(`LISTEN ${channel}`);
      delay = 100;
      ready.resolve();
      options.onGap();
    } catch (error) {
      fresh.removeListener("error", retry);
      fresh.on("error", () => {});
      retry(error as Error);
    }
  };
  void connect();
  return {
    ready: ready.promise,
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      client?.removeListener("error", retry);
      client?.on("error", () => {});
      await client?.end().catch(() => {});
    },
  };
}
