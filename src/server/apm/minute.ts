import { statfs } from "node:fs/promises";
import { findBackups } from "../backup/folder.ts";
import type { Services } from "../base.ts";
import type { Database } from "../db/client.ts";
import type { Counted } from "../platform/monitor/monitor.ts";
import { addTimings, noTimings, type Timings } from "../platform/monitor/timings.ts";

/** What a node counted and found in a minute. Names and numbers only; kept as it is in `apm_minutes`. */
export type Minute = Omit<Counted, "faults"> & {
  /** Of all operations together, without the doors that carry files. */
  total: Timings;
  /** From a change of a note to its commit. */
  sync: Timings;
  pool: { open: number; idle: number; waiting: number };
  queue: { waiting: number; due: number; running: number; retried: number; lagSeconds: number };
  sockets: number;
  openNotes: number;
  underived: number;
  disk: Disk | null;
  backup: { isOn: boolean; newestAt: string | null; hasFailed: boolean };
  /** Seconds that the process has run. */
  uptime: number;
};
type Disk = { used: number; total: number };

export type MinuteRow = { at: Date; node: string; sample: Minute };

/** What all nodes kept since then, oldest first; by operation and statement only where `isFull`. */
export async function readMinutes(db: Database, since: Date, isFull: boolean): Promise<MinuteRow[]> {
  const rows = await db.asSystem("read what was counted", (tx) =>
    tx.call<MinuteRow>("apmMinutes", since, isFull),
  );
  // A node of another release may keep other rows.
  return rows.filter(({ sample }) => "total" in sample && "process" in sample);
}

/** A minute, or an hour of minutes: what is told of longer times. */
export type Stretch = Pick<
  Minute,
  "operations" | "statements" | "total" | "sync" | "sockets" | "underived"
> & {
  /** How many were added up; none in a minute. */
  minutes?: number;
  process: Pick<Minute["process"], "cpu" | "rss" | "loopP99">;
  pool: Pick<Minute["pool"], "open" | "waiting">;
  queue: Pick<Minute["queue"], "due" | "lagSeconds">;
  deliveries: Pick<Minute["deliveries"], "failed">;
  disk: Pick<Disk, "used"> | null;
};
export type StretchRow = { at: Date; node: string; sample: Stretch };

/** The same by hours, as far as those are added up; the first is whole. */
export async function readStretches(db: Database, since: Date, isFull: boolean): Promise<StretchRow[]> {
  const rows = await db.asSystem("read what was counted by hours", (tx) =>
    tx.call<StretchRow>("apmStretches", since, isFull),
  );
  return rows.filter(({ sample }) => "total" in sample && "process" in sample);
}

export type ReadDisk = (folder: string) => Promise<Disk | null>;

export type MeasuredServices = Pick<Services, "config" | "db" | "collab" | "monitor">;

type State = {
  waiting: number;
  due: number;
  running: number;
  retried: number;
  lag_seconds: number;
  underived: number;
};

/** Adds what is to be looked at to what was counted. @throws while the database is away */
export async function measureMinute(
  services: MeasuredServices,
  counted: Omit<Counted, "faults">,
  readDisk: ReadDisk = diskOf,
): Promise<Minute> {
  const { db, config, collab, monitor } = services;
  const [states, disk, backups] = await Promise.all([
    db.asSystem("look at what waits", (tx) => tx.call<State>("apmState")),
    readDisk(config.dataDir),
    findBackups(config.backups.dir),
  ]);
  const { lag_seconds: lagSeconds, underived, ...queue } = states[0]!;
  return {
    ...counted,
    total: totalOf(counted.operations),
    sync: counted.operations[SYNC_WRITE] ?? noTimings(),
    pool: db.poolState(),
    queue: { ...queue, lagSeconds },
    sockets: collab.hocuspocus.getConnectionsCount(),
    openNotes: collab.hocuspocus.getDocumentsCount(),
    underived,
    disk,
    backup: {
      isOn: config.backups.isOn,
      newestAt: backups[0]?.at.toISOString() ?? null,
      hasFailed: monitor.backup.hasFailed ?? false,
    },
    uptime: process.uptime(),
  };
}

/** Operations have a dot in their names, doors a slash. */
export const isDoor = (name: string): boolean => name.includes("/");

function totalOf(operations: Record<string, Timings>): Timings {
  const total = noTimings();
  for (const [name, timings] of Object.entries(operations))
    if (!isDoor(name) && name !== SYNC_WRITE) addTimings(total, timings);
  return total;
}

/** services.ts counts the statement of the write path under this name. */
const SYNC_WRITE = "sync.write";

async function diskOf(folder: string): Promise<Disk | null> {
  const told = await statfs(folder).catch(() => null);
  if (!told || told.blocks === 0) return null;
  // What root alone may use is not there for us.
  const used = (told.blocks - told.bfree) * told.bsize;
  return { used, total: used + told.bavail * told.bsize };
}
