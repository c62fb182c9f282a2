import type { ScheduledJob } from "../jobs/job.ts";
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

const FIRST_AFTER_MS = 5 * 60_000;
const LOOK_EVERY_MS = 60_000;
const AFTER_FAILURE_MS = 15 * 60_000;

type NightlyBackups = {
  /** Looks each minute whether a backup is due. */
  job: ScheduledJob<unknown>;
  /** Looks whether a backup is due and makes it; what it did. */
  tick: (signal?: AbortSignal) => Promise<"off" | "not due" | "made" | "failed">;
};

/**
 * A backup each night at BACKUP_HOUR, or soon after the start when that moment was missed. Of several nodes the leader makes them, into
 * its own BACKUP_DIR.
 */
export function nightlyBackups(options: {
  config: Pick<Config, "dataDir" | "backups">;
  source: BackupSource;
  log: Logger;
  /** Hears what each backup came to. */
  onEnd?: (fault: unknown) => void;
  now?: () => Date;
}): NightlyBackups {
  const { config, source, log, onEnd = () => {}, now = () => new Date() } = options;
  const { hour, keep, dir, key } = config.backups;
  let notBefore = 0;
  let toldFault: string | undefined;

  async function tick(signal?: AbortSignal) {
    if (!config.backups.isOn) return "off";
    try {
      const made = (await findBackups(dir)).filter((one) => one.made === "nightly").map(({ at }) => at);
      if (!isDue(made, now(), hour)) return "not due";
      await makeOne(signal);
      onEnd(null);
      return "made";
    } catch (error) {
      notBefore = performance.now() + AFTER_FAILURE_MS;
      if (!signal?.aborted) {
        tell(error);
        onEnd(error);
      }
      return "failed";
    }
  }

  async function makeOne(signal?: AbortSignal): Promise<void> {
    const begun = performance.now();
    await ensureBackupFolder(config);
    await removeAbandoned(dir);
    const { path, size, manifest } = await writeBackup(source, {
      target: (at) => freeName(dir, at),
      made: "nightly",
      key,
      signal,
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
    const fault = describeWriteFault(error, dir);
    if (fault === toldFault) return;
    toldFault = fault;
    log.error({ fault }, "the nightly backup failed; older ones are untouched, and it is tried again");
  }

  const run = async (_: unknown, signal: AbortSignal) => {
    if (performance.now() >= notBefore) await tick(signal);
  };
  return { job: { name: "nightly-backup", everyMs: LOOK_EVERY_MS, firstMs: FIRST_AFTER_MS, run }, tick };
}
