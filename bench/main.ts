import { fork } from "node:child_process";
import { cpus, totalmem } from "node:os";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { readPidFile } from "#server/platform/postgres/postmaster-identity.ts";
import { createVisitor } from "#testing/test-app.ts";
import { createServerProcess, type ServerProcess } from "../e2e/server-process.ts";
import { round, summarise } from "./measure.ts";
import { proportionalMemory } from "./memory.ts";
import { type Bench, type Row, ROWS } from "./rows.ts";
import { connectAsOwner, seedNotes } from "./seed.ts";

const RESULTS = new URL("results.json", import.meta.url);

type Result = Row & { size: number };

/**
 * `npm run bench [-- --sizes 1000,10000,100000] [--only search] [--against bench/older.json]`: measures the product against
 * floors of the same run on data it makes itself, prints a table and writes bench/results.json.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      sizes: { type: "string", default: "1000,10000" },
      only: { type: "string" },
      against: { type: "string" },
    },
  });
  const older = values.against
    ? (JSON.parse(await readFile(values.against, "utf8")) as { results: Result[] }).results
    : [];
  const results: Result[] = [];
  const bare = await startBareServer();
  for (const size of values.sizes.split(",").map(Number)) {
    const server = await createServerProcess({ LOG_LEVEL: "warn" });
    try {
      results.push(...(await measure(server, size, bare.get, values.only)));
    } finally {
      await server.dispose();
    }
  }
  bare.stop();
  print(results, older);
  const machine = {
    cpus: cpus().length,
    model: cpus()[0]?.model,
    memoryMb: Math.round(totalmem() / 1024 / 1024),
    node: process.version,
  };
  await writeFile(
    RESULTS,
    `${JSON.stringify({ at: new Date().toISOString(), machine, results }, null, 2)}\n`,
  );
}

async function measure(
  server: ServerProcess,
  size: number,
  bare: Bench["bare"],
  only: string | undefined,
): Promise<Result[]> {
  const wanted = (name: string) => !only || name.includes(only);
  const results: Result[] = [];
  const cold = await timed(server.start);
  const visitor = createVisitor(server.url);
  const { session } = await visitor.client.accounts.register({
    name: "Bench",
    email: "bench@example.com",
    password: "bench-password",
  });
  const userId = session!.user.id;
  const owner = await connectAsOwner(server.dataDir);
  process.stdout.write(`seeding ${size} notes...\n`);
  const { vocabulary } = await seedNotes(owner, userId, size);
  for (const { name, run } of ROWS) {
    if (!wanted(name)) continue;
    process.stdout.write(`measuring ${name} at ${size}...\n`);
    results.push(
      ...(await run({ visitor, bare, owner, userId, vocabulary })).map((row) => ({ ...row, size })),
    );
  }
  const [postmaster] = await readPidFile(join(server.dataDir, "postgres"));
  const memory = proportionalMemory([server.pid(), Number(postmaster)]);
  await owner.end();
  if (wanted("start")) {
    const warm: number[] = [];
    for (let round = 0; round < 3; round++) {
      await server.stop();
      warm.push(await timed(server.start));
    }
    results.push(
      { name: "start, empty folder", unit: "ms", figure: summarise([cold]), size },
      { name: "start, warm", unit: "ms", figure: summarise(warm), size },
    );
  }
  if (wanted("memory"))
    process.stdout.write(
      `memory after the load at ${size} notes: ${memory} MB (PSS of server and database)\n`,
    );
  return results;
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await run();
  return performance.now() - startedAt;
}

async function startBareServer(): Promise<{ get: Bench["bare"]; stop: () => void }> {
  const child = fork(new URL("bare-server.ts", import.meta.url));
  const port = await new Promise<number>((resolve) =>
    child.once("message", (message) => resolve((message as { port: number }).port)),
  );
  return {
    get: async (size, body) => {
      const response = await fetch(
        `http://127.0.0.1:${port}/?size=${size}`,
        body === undefined ? {} : { method: "POST", body },
      );
      await response.arrayBuffer();
    },
    stop: () => child.kill(),
  };
}

function print(results: Result[], older: Result[]): void {
  const smallest = (name: string) =>
    results.filter((row) => row.name === name).toSorted((a, b) => a.size - b.size)[0];
  const table = results.map((row) => {
    const before = older.find(({ name, size }) => name === row.name && size === row.size);
    const base = smallest(row.name);
    return {
      row: row.name,
      notes: row.size,
      p50: `${row.figure.p50} ${row.unit}`,
      p95: row.figure.p95,
      floor: row.floor ? `${row.floor.p50} (${row.floorName})` : "",
      "x floor": row.floor && row.floor.p50 > 0 ? round(row.figure.p50 / row.floor.p50) : "",
      growth: base && base.size !== row.size ? round(row.figure.p50 / base.figure.p50) : "",
      ...(older.length > 0 ? { "x before": before ? round(row.figure.p50 / before.figure.p50) : "" } : {}),
      remark: row.note ?? "",
    };
  });
  console.table(table);
}

await main();
