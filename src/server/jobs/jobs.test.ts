import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import pino from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { addressesOf, anEmptyDatabase } from "#testing/installation.ts";
import { addEffects, QUICK, startTestJobs, writeWord } from "#testing/servers/job-kinds.ts";
import { createTestDatabase, type TestDatabase } from "#testing/test-database.ts";
import { type Database, openDatabase } from "../db/client.ts";
import { migrate } from "../db/migrate.ts";
import { createLog } from "../platform/log.ts";
import { createMonitor } from "../platform/monitor/monitor.ts";
import { enqueue, type QueuedJob } from "./job.ts";
import { type Jobs, startJobs } from "./start-jobs.ts";

let database: TestDatabase;
let db: Database;
const ending: (() => Promise<unknown>)[] = [];
const ann = uuidV7();
const log = createLog("silent");

beforeEach(async () => {
  database = await createTestDatabase();
  await openWith(database);
});
afterEach(async () => {
  for (const end of ending.splice(0)) await end();
  await db.close();
  await database.drop();
});

async function openWith(on: TestDatabase): Promise<void> {
  db = openDatabase(on.connections, () => {});
  await addEffects(on);
}

function started(jobs: Jobs): Jobs {
  ending.push(jobs.stop);
  return jobs;
}
const startHere = (node = "here") => started(startTestJobs({ db, log, node }));

/** A node in a process of its own. */
async function startNode(node: string): Promise<ChildProcess> {
  const program = fileURLToPath(new URL("../../testing/servers/jobs-process.ts", import.meta.url));
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, ...addressesOf(database.connections), NODE_NAME: node },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  ending.push(() => kill(child));
  await once(child, "message");
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
}

type Effect = { node: string; word: string; user_id: string; at: Date };
const effects = (word: string) =>
  database.asSuperuser<Effect>("SELECT * FROM effects WHERE word = $1 ORDER BY id", [word]);
const waiting = () =>
  database.asSuperuser<{ name: string; attempts: number }>("SELECT name, attempts FROM jobs");
const write = (word: string, options?: { at?: Date; key?: string; isSlow?: boolean }) =>
  db.withUser(ann, (tx) => enqueue(tx, writeWord, { word, isSlow: options?.isSlow }, options));
/** Until it has happened: as long as a lease and some. */
const soon = <T>(read: () => Promise<T>) => expect.poll(read, { interval: 50 });
const count = async (word: string) => (await effects(word)).length;

test("a job exists exactly when its transaction commits, and runs once, as its user", async () => {
  startHere();
  await expect(
    db.withUser(ann, async (tx) => {
      await enqueue(tx, writeWord, { word: "rolled back" });
      throw new Error("no");
    }),
  ).rejects.toThrow("no");
  await write("committed");
  await soon(() => count("committed")).toBe(1);
  expect(await effects("committed")).toMatchObject([{ node: "here", user_id: ann }]);
  await soon(waiting).toEqual([]);
  expect(await count("rolled back")).toBe(0);
});

test("a job waits for its time; of one key the latest counts", async () => {
  startHere();
  await write("first", { at: new Date(Date.now() + 60_000), key: "k" });
  await write("later", { at: new Date(Date.now() + 60_000) });
  await write("second", { at: new Date(Date.now() + 300), key: "k" });
  await soon(() => count("second")).toBe(1);
  expect([await count("first"), await count("later")]).toEqual([0, 0]);
  expect(await waiting()).toEqual([{ name: "write-word", attempts: 0 }]);
});

test("what fails is tried again after a while, and given up in the end", async () => {
  const seen: number[] = [];
  const lines: { level: number; attempt: number }[] = [];
  const failing: QueuedJob<{ db: Database }, unknown> = {
    ...writeWord,
    run: async (_, { attempt }) => {
      seen.push(attempt);
      throw new Error("not today");
    },
  };
  const into = pino({}, { write: (line: string) => lines.push(JSON.parse(line) as (typeof lines)[0]) });
  started(startJobs({ db, log: into }, [failing], QUICK));
  await write("never");
  for (const attempt of [1, 2, 3]) {
    await soon(() => Promise.resolve(seen.length)).toBe(attempt);
    if (attempt === 3) break;
    await soon(() =>
      database.asSuperuser("SELECT extract(epoch FROM run_at - now()) > 5 AS waits, claim FROM jobs"),
    ).toEqual([{ waits: true, claim: null }]);
    await database.asSuperuser("UPDATE jobs SET run_at = now()");
  }
  await soon(waiting).toEqual([]);
  expect(seen).toEqual([1, 2, 3]);
  expect(lines.map(({ level, attempt }) => [level, attempt])).toEqual([
    [40, 1],
    [40, 2],
    [50, 3],
  ]);
});

test("of two nodes one runs the schedule; when it is killed the other takes it over", async () => {
  const first = await startNode("first");
  await soon(() => count("tick")).toBeGreaterThan(2);
  const second = await startNode("second");
  const before = await count("tick");
  await soon(() => count("tick")).toBeGreaterThan(before + 3);
  const ticks = await effects("tick");
  expect(new Set(ticks.map(({ node }) => node))).toEqual(new Set(["first"]));
  // Looked for every 100 ms, a period of 400 ms is never shorter.
  const gaps = ticks.slice(1).map(({ at }, index) => at.getTime() - ticks[index]!.at.getTime());
  expect(Math.min(...gaps)).toBeGreaterThan(350);

  await kill(first);
  const seconds = async () => (await effects("tick")).filter(({ node }) => node === "second").length;
  await soon(seconds).toBeGreaterThan(1);

  // Told to stop it leaves its place at once, without the rest of its lease.
  const third = startHere("third");
  const gone = once(second, "exit");
  second.kill("SIGTERM");
  await gone;
  const stoppedAt = Date.now();
  await soon(async () => (await effects("tick")).at(-1)!.node).toBe("third");
  expect(Date.now() - stoppedAt).toBeLessThan(QUICK.leaseMs);
  await third.stop();
}, 60_000);

test("the job of a killed node is taken over, one of a node that lives is not", async () => {
  const first = await startNode("first");
  await write("slow", { isSlow: true });
  await soon(() => count("begin slow")).toBe(1);
  startHere("second");
  await pause(2.5 * QUICK.leaseMs);
  expect(await count("slow")).toBe(0);
  await kill(first);
  await soon(() => effects("slow")).toMatchObject([{ node: "second" }]);
  expect(await count("begin slow")).toBe(1);
  await soon(waiting).toEqual([]);
}, 60_000);

test("a stop tells running jobs to end, and gives back what did not", async () => {
  const jobs = startHere("first");
  await write("slow", { isSlow: true });
  await soon(() => count("begin slow")).toBe(1);
  const begun = performance.now();
  await jobs.stop();
  expect(performance.now() - begun).toBeLessThan(2_000);
  expect(await waiting()).toEqual([{ name: "write-word", attempts: 0 }]);
});

test("who has lost a job to another node cannot complete it, and undoes what it did with it", async () => {
  const faults: unknown[] = [];
  const robbed: typeof writeWord = {
    ...writeWord,
    run: async (parts, job) => {
      await database.asSuperuser("UPDATE jobs SET claim = gen_random_uuid()");
      await writeWord.run(parts, job).catch((error: unknown) => faults.push(error));
    },
  };
  started(startJobs({ db, log, node: "robbed" }, [robbed], QUICK));
  await write("word");
  await soon(() => Promise.resolve(faults)).toEqual([
    new Error("The job write-word is no longer this node's"),
  ]);
  expect(await count("word")).toBe(0);
});

test("a job that hangs is told of for as long as it runs, though its lease is kept", async () => {
  const monitor = createMonitor();
  let end = () => {};
  const hanging: typeof writeWord = { ...writeWord, run: () => new Promise((done) => (end = done)) };
  const services = { db, log, monitor, node: "here" };
  started(startJobs(services, [hanging], QUICK));
  await write("word");
  await soon(async () => monitor.take().jobs["write-word"] ?? 0).toBeGreaterThan(
    1.5 * (QUICK.leaseMs / 1000),
  );
  expect(await waiting()).toEqual([{ name: "write-word", attempts: 1 }]);
  end();
  await soon(async () => monitor.take().jobs).toEqual({});
  await soon(waiting).toEqual([]);
});

test("while the database is away nothing ends; when it is back everything goes on", async () => {
  startHere();
  await soon(() => count("tick")).toBeGreaterThan(1);
  await write("afterwards", { at: new Date(Date.now() + 1_500) });
  const [{ name }] = (await database.asSuperuser<{ name: string }>("SELECT current_database() AS name")) as [
    { name: string },
  ];
  // Who is neither owner nor superuser is refused, and thrown out.
  await database.asSuperuser(`REVOKE CONNECT ON DATABASE ${name} FROM PUBLIC`);
  await database.asSuperuser(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND usename = 'cairn_app'",
  );
  await pause(3 * QUICK.leaseMs);
  const before = await count("tick");
  expect(await count("afterwards")).toBe(0);
  await database.asSuperuser(`GRANT CONNECT ON DATABASE ${name} TO PUBLIC`);
  await soon(() => count("afterwards")).toBe(1);
  await soon(() => count("tick")).toBeGreaterThan(before + 1);
}, 60_000);

test("a clock that was ten years ahead for a while stops neither schedules nor tries", async () => {
  await write("word", { isSlow: true });
  await database.asSuperuser(
    "UPDATE jobs SET run_at = now() + interval '10 years', attempts = 1, claim = gen_random_uuid()",
  );
  await database.asSuperuser(
    "INSERT INTO job_leader (node, until) VALUES ('gone', now() + interval '10 years')",
  );
  await database.asSuperuser("INSERT INTO job_schedules VALUES ('tick', now() + interval '10 years')");
  startHere();
  await soon(() => count("word")).toBe(1);
  await soon(() => count("tick")).toBeGreaterThan(1);
});

test("works where one role owns and serves", async () => {
  const single = await anEmptyDatabase("single");
  ending.push(single.drop);
  await migrate(single.connections);
  await addEffects(single);
  const one = openDatabase(single.connections, () => {});
  ending.unshift(one.close);
  const jobs = startTestJobs({ db: one, log, node: "single" });
  ending.unshift(jobs.stop);
  await one.withUser(ann, (tx) => enqueue(tx, writeWord, { word: "single" }));
  const found = () => single.asSuperuser("SELECT DISTINCT word FROM effects ORDER BY word");
  await soon(found).toEqual([{ word: "single" }, { word: "tick" }]);
});

test("an account's jobs have an end", async () => {
  await database.asSuperuser(
    `INSERT INTO jobs (id, user_id, name, data, run_at)
     SELECT gen_random_uuid(), $1, 'x', '{}', 'infinity' FROM generate_series(1, 10000)`,
    [ann],
  );
  await expect(write("one more")).rejects.toMatchObject({ code: "QUOTA_EXCEEDED" });
  await db.withUser(uuidV7(), (tx) => enqueue(tx, writeWord, { word: "of somebody else" }));
});
