import pg from "pg";
import type { Config } from "../platform/config.ts";
import type { Logger } from "../platform/log.ts";
import { writeBackup } from "./backup-file.ts";
import {
  describeWriteFault,
  ensureBackupFolder,
  findBackups,
  freeName,
  removeAbandoned,
  rotate,
} from "./folder.ts";
import { isDue } from "./rotation.ts";
import type { BackupSource } from "./snapshot.ts";

/** Held by the one node that makes the backups, for as long as it lives. */
const LEADER_LOCK = 0x0ca1_0003;

const TIMES = {
  /** After the start; by then whoever is starting several nodes has started them. */
  firstMs: 5 * 60_000,
  everyMs: 60_000,
  afterFailureMs: 15 * 60_000,
};

export type NightlyBackups = {
  /** Looks whether a backup is due and makes it; what it did. The timer calls it. */
  tick: () => Promise<"off" | "not due" | "not leading" | "made" | "failed">;
  stop: () => Promise<void>;
};

/**
 * A backup each night at BACKUP_HOUR, or soon after the start when that moment was missed. Of several nodes the one that
 * came first makes them, into its own BACKUP_DIR.
 */
export function startNightlyBackups(options: {
  config: Pick<Config, "dataDir" | "backups">;
  source: BackupSource;
  log: Logger;
  now?: () => Date;
  times?: Partial<typeof TIMES>;
}): NightlyBackups {
  const { config, source, log, now = () => new Date() } = options;
  const { hour, keep, dir, key } = config.backups;
  const times = { ...TIMES, ...options.times };
  const leadership = createLeadership(source.owner);
  const stopping = new AbortController();
  let running: Promise<unknown> = Promise.resolve();
  let notBefore = 0;
  let toldFault: string | undefined;

  async function tick() {
    if (!config.backups.isOn) return "off";
    const made = (await findBackups(dir)).filter((one) => one.made === "nightly").map(({ at }) => at);
    if (!isDue(made, now(), hour)) return "not due";
    try {
      if (!(await leadership.hold())) return "not leading";
      await makeOne();
      return "made";
    } catch (error) {
      tell(error);
      return "failed";
    }
  }

  async function makeOne(): Promise<void> {
    const begun = performance.now();
    await ensureBackupFolder(config);
    await removeAbandoned(dir);
    const { path, size, manifest } = await writeBackup(source, {
      target: (at) => freeName(dir, at),
      made: "nightly",
      key,
      signal: stopping.signal,
    });
    const removed = await rotate(dir, keep);
    const ms = Math.round(performance.now() - begun);
    toldFault = undefined;
    log.info({ path, size, ms, removed: removed.length }, "made the nightly backup");
    const missing = manifest.files.missing.length;
    if (missing > 0) log.warn({ path, missing }, "files that rows name are not in the storage");
  }

  /** Once for each new reason: the same one every quarter of an hour would hide everything else in the log. */
  function tell(error: unknown): void {
    notBefore = performance.now() + times.afterFailureMs;
    if (stopping.signal.aborted) return;
    const fault = describeWriteFault(error, dir);
    if (fault === toldFault) return;
    toldFault = fault;
    log.error({ fault }, "the nightly backup failed; older ones are untouched, and it is tried again");
  }

  let timer = setTimeout(next, times.firstMs);
  timer.unref();
  function next(): void {
    const isEarly = performance.now() < notBefore;
    running = (isEarly ? Promise.resolve() : tick().catch(tell)).then(() => {
      if (stopping.signal.aborted) return;
      timer = setTimeout(next, times.everyMs);
      timer.unref();
    });
  }

  return {
    tick,
    stop: async () => {
      stopping.abort();
      clearTimeout(timer);
      await running;
      await leadership.release();
    },
  };
}

/** A session-level lock on a connection of its own: it ends with this process, however that ends. */
function createLeadership(config: pg.ClientConfig) {
  let client: pg.Client | undefined;

  async function hold(): Promise<boolean> {
    if (client) {
      const isAlive = await client.query("SELECT 1").then(
        () => true,
        () => false,
      );
      if (isAlive) return true;
      await release();
    }
    const fresh = new pg.Client({ ...config, application_name: "cairn backup leader", keepAlive: true });
    fresh.on("error", () => {});
    try {
      await fresh.connect();
      const { rows } = await fresh.query<{ is: boolean }>("SELECT pg_try_advisory_lock($1) AS is", [
        LEADER_LOCK,
      ]);
      if (rows[0]!.is) client = fresh;
      return rows[0]!.is;
    } finally {
      if (client !== fresh) await fresh.end().catch(() => {});
    }
  }

  async function release(): Promise<void> {
    const last = client;
    client = undefined;
    await last?.end().catch(() => {});
  }

  return { hold, release };
}
