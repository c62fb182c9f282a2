import { readFile, statfs } from "node:fs/promises";
import { cpus, freemem, totalmem, uptime } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import type { Machine } from "#contract/performance.ts";

const SAMPLE_MS = 250;

/** How busy this machine is, as its system tells. @param dataDir A folder of the disk that is asked about */
export async function readMachine(dataDir: string): Promise<Machine> {
  const [before, sentBefore] = [busyTimes(), await transferred()];
  const start = performance.now();
  await pause(SAMPLE_MS);
  const [after, sentAfter] = [busyTimes(), await transferred()];
  const seconds = (performance.now() - start) / 1000;
  const total = after.total - before.total;
  return {
    cpuPercent: total > 0 ? Math.min(100, Math.max(0, (100 * (after.busy - before.busy)) / total)) : 0,
    memory: await memory(),
    storage: await storage(dataDir),
    network:
      sentBefore && sentAfter
        ? {
            receivedPerSecond: Math.max(0, sentAfter.received - sentBefore.received) / seconds,
            sentPerSecond: Math.max(0, sentAfter.sent - sentBefore.sent) / seconds,
          }
        : null,
    uptimeSeconds: uptime(),
  };
}

function busyTimes(): { busy: number; total: number } {
  let [busy, total] = [0, 0];
  for (const { times } of cpus()) {
    const all = times.user + times.nice + times.sys + times.idle + times.irq;
    total += all;
    busy += all - times.idle;
  }
  return { busy, total };
}

/** Linux counts its cache as used, and says beside it what can be had. */
async function memory(): Promise<Machine["memory"]> {
  const total = totalmem();
  const told = await readFile("/proc/meminfo", "utf8").catch(() => "");
  const available = /^MemAvailable:\s+(\d+) kB/m.exec(told)?.[1];
  return { total, used: total - (available === undefined ? freemem() : Number(available) * 1024) };
}

async function storage(folder: string): Promise<Machine["storage"]> {
  const { bsize, blocks, bavail } = await statfs(folder);
  return { total: blocks * bsize, used: (blocks - bavail) * bsize };
}

/** Bytes since the machine started; null where the system does not tell. */
async function transferred(): Promise<{ received: number; sent: number } | null> {
  const told = await readFile("/proc/net/dev", "utf8").catch(() => null);
  return told === null ? null : readDevices(told);
}

/** @param told /proc/net/dev: a line for each device, received bytes first, sent ones ninth (proc_net(5)) */
export function readDevices(told: string): { received: number; sent: number } {
  let [received, sent] = [0, 0];
  for (const line of told.split("\n")) {
    const [name, numbers] = line.split(":");
    if (numbers === undefined || name?.trim() === "lo") continue;
    const values = numbers.trim().split(/\s+/).map(Number);
    received += values[0] ?? 0;
    sent += values[8] ?? 0;
  }
  return { received, sent };
}
