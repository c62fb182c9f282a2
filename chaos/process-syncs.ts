import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";

/** PostgreSQL's processes report their counters when they have been idle for a while. */
const REPORTED_WITHIN_MS = 15_000;
const AT_ONCE = 8;
/** Between the clock of the trace and ours. */
const CLOCK_MS = 1;

type Write = (index: number) => Promise<void>;

/**
 * Writes one after the other and counts PostgreSQL's syncs of its log; then several at once, comparing what was flushed at
 * each acknowledgement with where the commits of the same moment stand in the log.
 */
export async function countSyncs(
  dataDir: string,
  writes: number,
  write: Write,
): Promise<{ syncs: number; early: number }> {
  const client = await superuserOf(dataDir);
  try {
    const syncs = async () =>
      Number(
        (await client.query("SELECT sum(fsyncs) AS syncs FROM pg_stat_io WHERE object = 'wal'")).rows[0]
          .syncs,
      );
    const before = await syncs();
    for (let index = 0; index < writes; index++) await write(index);
    let counted = 0;
    for (const deadline = Date.now() + REPORTED_WITHIN_MS; Date.now() < deadline; await pause(200)) {
      counted = (await syncs()) - before;
      if (counted >= writes) break;
    }
    return { syncs: counted, early: await countEarly(client, writes, write) };
  } finally {
    await client.end();
  }
}

/** Acknowledgements at whose moment the newest commit of their note was not flushed. */
async function countEarly(client: pg.Pool, writes: number, write: Write): Promise<number> {
  await client.query("CREATE EXTENSION IF NOT EXISTS pg_walinspect");
  const flushed: { title: string; lsn: string }[] = [];
  const { rows } = await client.query("SELECT pg_current_wal_insert_lsn() AS lsn");
  const start: string = rows[0].lsn;
  const waiting = Array.from({ length: writes }, (_, index) => 1_000_000 + index);
  const work = async () => {
    for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
      await write(index);
      const answer = await client.query("SELECT pg_current_wal_flush_lsn() AS lsn");
      flushed.push({ title: `n${index}`, lsn: answer.rows[0].lsn as string });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const { rows: early } = await client.query(
    `WITH commits AS MATERIALIZED (
       SELECT xid, end_lsn FROM pg_get_wal_records_info($1, pg_current_wal_flush_lsn())
       WHERE resource_manager = 'Transaction' AND record_type = 'COMMIT'
     ), acknowledged AS (
       SELECT * FROM unnest($2::text[], $3::pg_lsn[]) AS one (title, flushed)
     )
     SELECT title FROM acknowledged JOIN notes_v2 USING (title)
     LEFT JOIN commits ON commits.xid = notes_v2.xmin
     WHERE end_lsn IS NULL OR end_lsn > acknowledged.flushed`,
    [start, flushed.map(({ title }) => title), flushed.map(({ lsn }) => lsn)],
  );
  return early.length;
}

/**
 * Watches the system calls of PostgreSQL while writing one after the other: between the request and the acknowledgement of
 * each, a sync of the log must have begun and ended.
 * @returns why not, where strace is missing or may not attach
 */
export async function traceSyncs(
  pids: number[],
  writes: number,
  write: Write,
): Promise<{ without: number } | string> {
  const folder = await mkdtemp(join(tmpdir(), "cairn-trace-"));
  const path = join(folder, "trace");
  const options = ["-f", "-ttt", "-T", "-y", "-e", "trace=fsync,fdatasync", "-e", "signal=none", "-o", path];
  const strace = spawn("strace", [...options, ...pids.flatMap((pid) => ["-p", String(pid)])], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  try {
    if (!(await hasAttached(strace, pids.length))) return "strace is missing or may not attach";
    const acknowledged: { sentAt: number; at: number }[] = [];
    for (let index = 0; index < writes; index++) {
      const sentAt = clock();
      await write(2_000_000 + index);
      acknowledged.push({ sentAt, at: clock() });
    }
    const ended = new Promise((resolve) => strace.once("exit", resolve));
    strace.kill("SIGINT");
    await ended;
    const syncs = parseTrace(await readFile(path, "utf8"));
    const without = acknowledged.filter(
      ({ sentAt, at }) =>
        !syncs.some((sync) => sync.beganAt >= sentAt - CLOCK_MS && sync.endedAt <= at + CLOCK_MS),
    );
    return { without: without.length };
  } finally {
    strace.kill("SIGKILL");
    await rm(folder, { recursive: true, force: true });
  }
}

const clock = () => performance.timeOrigin + performance.now();

function hasAttached(strace: ChildProcess, count: number): Promise<boolean> {
  return new Promise((resolve) => {
    let said = "";
    strace.once("error", () => resolve(false));
    strace.once("exit", () => resolve(false));
    strace.stderr?.on("data", (chunk: Buffer) => {
      said += chunk.toString();
      if (said.split("attached").length > count) resolve(true);
    });
  });
}

/** Successful syncs of log segments, in milliseconds since 1970. */
function parseTrace(text: string): { beganAt: number; endedAt: number }[] {
  const begun = new Map<string, number>();
  const syncs: { beganAt: number; endedAt: number }[] = [];
  for (const line of text.split("\n")) {
    const [, pid = "", seconds = "", rest = ""] = /^(\d+)\s+(\d+\.\d+) (.*)$/.exec(line) ?? [];
    const [, took] = /= 0 <(\d+\.\d+)>$/.exec(rest) ?? [];
    if (rest.includes("/pg_wal/")) begun.set(pid, Number(seconds) * 1000);
    const beganAt = begun.get(pid);
    if (beganAt === undefined || rest.endsWith("<unfinished ...>")) continue;
    if (took) syncs.push({ beganAt, endedAt: beganAt + Number(took) * 1000 });
    begun.delete(pid);
  }
  return syncs;
}

async function superuserOf(dataDir: string): Promise<pg.Pool> {
  // PostgreSQL's own note of itself: the fifth line is the folder of its socket.
  const lines = (await readFile(join(dataDir, "postgres", "postmaster.pid"), "utf8")).split("\n");
  return new pg.Pool({ host: lines[4]!, user: "postgres", database: "cairn", max: AT_ONCE });
}
