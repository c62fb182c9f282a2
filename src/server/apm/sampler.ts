import { randomBytes } from "node:crypto";
import type { Services } from "../base.ts";
import type { NodeJob } from "../jobs/job.ts";
import type { Counted } from "../platform/monitor/monitor.ts";
import { storageFault } from "../platform/storage-fault.ts";
import { type AlarmServices, fullDiskMails, raiseAlarms } from "./alarms.ts";
import { type MeasuredServices, measureMinute, type ReadDisk } from "./minute.ts";
import { type CollectorServices, createCollector } from "./send-otlp.ts";
import { version } from "./version.ts";

const EVERY_MS = 60_000;
const HOUR_MS = 3_600_000;
/** As system_apm_roll_up waits for minutes that come late. */
const LATE_MS = 30 * 60_000;
/** Hours that are added up at once: after an update, those of two weeks are done within half an hour. */
const MOST_HOURS = 12;
/** Minutes that wait in memory for a database that is away. */
const MOST_WAITING = 15;

export type Sampler = {
  /** Keeps what was counted since the last time, and looks what is wrong. @throws while the database is away */
  tick: (now?: Date) => Promise<void>;
};

/** Of one node. `readDisk` is for tests, which cannot fill a disk. */
export function createSampler(
  services: MeasuredServices & AlarmServices & CollectorServices,
  readDisk?: ReadDisk,
): Sampler {
  const node = randomBytes(4).toString("hex");
  const collector = createCollector(services, { node, version });
  const waiting: { at: Date; counted: Counted }[] = [];
  const mailFullDisk = fullDiskMails(services);
  const rollUp = hourRoller(services);

  async function keep(now: Date): Promise<void> {
    waiting.push({ at: now, counted: services.monitor.take() });
    if (waiting.length > MOST_WAITING) waiting.shift();
    for (let first = waiting[0]; first; first = waiting[0]) {
      const { at } = first;
      const { faults, ...counted } = first.counted;
      const minute = await measureMinute(services, counted, readDisk);
      await services.db.asSystem("keep what was counted", (tx) =>
        tx.call("apmKeep", node, at, JSON.stringify(minute), JSON.stringify(faults), version),
      );
      waiting.shift();
      // Nothing here waits for another machine.
      void collector?.send(first.counted, minute, at);
    }
  }

  return {
    async tick(now = new Date()) {
      try {
        await keep(now);
        await rollUp(now);
        if (services.config.alarms) await raiseAlarms(services, now);
      } catch (error) {
        if (services.config.alarms && storageFault(error) === "full") await mailFullDisk(now);
        throw error;
      }
    },
  };
}

/** Adds up hours that are over, once an hour, and again while there is more. */
function hourRoller({ db }: Pick<Services, "db">): (now: Date) => Promise<void> {
  let rolledUpTo = 0;
  return async (now) => {
    const upTo = Math.floor((now.getTime() - LATE_MS) / HOUR_MS);
    if (upTo === rolledUpTo) return;
    const [told] = await db.asSystem("add up hours", (tx) =>
      tx.call<{ system_apm_roll_up: number }>("apmRollUp", MOST_HOURS),
    );
    if ((told?.system_apm_roll_up ?? 0) < MOST_HOURS) rolledUpTo = upTo;
  };
}

const samplers = new WeakMap<Services["monitor"], Sampler>();

/** Each node counts for itself; of alarms the database says who tells. */
export const countMinutes: NodeJob<Services> = {
  name: "apm-minute",
  onEachNodeMs: EVERY_MS,
  run: async (services) => {
    let sampler = samplers.get(services.monitor);
    if (!sampler) samplers.set(services.monitor, (sampler = createSampler(services)));
    await sampler.tick();
    return false;
  },
};
