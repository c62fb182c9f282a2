import type { Browser } from "@playwright/test";
import { createVisitor, type Visitor } from "#testing/test-app.ts";
import { type ModelServer, startModelServer } from "#testing/servers/model-server.ts";
import { createServerProcess, type ServerProcess } from "../e2e/server-process.ts";
import type { Floor } from "./floor-pages.ts";
import { ask } from "./http.ts";
import { round, summarise } from "./measure.ts";
import { untilQuiet } from "./quiet.ts";
import { BENCH_PASSWORD, type Bench, type RowMaker } from "./row.ts";
import { connectAsOwner, DATA_SEED, derived, seedNotes } from "./seed.ts";
import type { Result } from "./table.ts";
import { createVocabulary } from "./text.ts";

const FOLDERS = 20;
const NEIGHBOUR_MAX = 10_000;

export type Surroundings = {
  floor: Floor;
  browser: Browser;
  /** How long each row waits for a quiet machine. */
  patienceMs: number;
  /** The checkout whose server and pages are measured; absent for this one. */
  root?: string;
};

/** Rows of one account with `size` notes, on a server of its own with a new data folder. A row that fails leaves the others their figures. */
export async function measureSize(
  surroundings: Surroundings,
  size: number,
  rows: RowMaker[],
): Promise<Result[]> {
  const models = await startModelServer();
  const server = await createServerProcess({ EGRESS_ALLOW: `127.0.0.1:${models.port}` });
  try {
    return await measure({ ...surroundings, server, models }, size, rows);
  } finally {
    await server.dispose();
    models.close();
  }
}

async function measure(
  { root, patienceMs, ...parts }: Surroundings & { server: ServerProcess; models: ModelServer },
  size: number,
  rows: RowMaker[],
): Promise<Result[]> {
  const { server } = parts;
  const begin = () => server.start(root === undefined ? {} : { root });
  const empty = await timed(begin);
  const visitor = createVisitor(server.url);
  const account = { name: "Bench", email: "bench@example.com", password: BENCH_PASSWORD };
  const { session } = await visitor.client.accounts.register(account);
  // The pages are measured as those who know them see them, without the welcome over them.
  await visitor.client.onboarding.update({ isEnabled: false, isCompleted: true, lastSeenStep: "welcome" });
  const bench: Bench = {
    ...parts,
    visitor,
    owner: await connectAsOwner(server.dataDir),
    userId: session!.user.id,
    vocabulary: createVocabulary(DATA_SEED),
    size,
    folders: [],
    api: async (path, body) =>
      JSON.parse(await ask(`${server.url}${path}`, { body, cookie: visitor.cookie() })),
    restart: async ({ isKilled } = { isKilled: false }) => {
      await bench.owner.end().catch(() => {});
      await (isKilled ? server.kill({ database: true }) : server.stop());
      const ms = await timed(begin);
      bench.owner = await connectAsOwner(server.dataDir);
      return ms;
    },
  };
  process.stdout.write(`making ${size} notes...\n`);
  bench.folders.push(...(await makeFolders(visitor)));
  await seedNeighbour(bench, Math.min(size, NEIGHBOUR_MAX));
  await seedNotes(bench.owner, bench.userId, bench.folders, size);
  // Of both accounts at once: the server looks for what is due twice a minute.
  await derived(bench.owner);
  await bench.owner.query("VACUUM ANALYZE");
  const results: Result[] = [];
  for (const { name, run } of rows) {
    const busy = await untilQuiet(patienceMs);
    process.stdout.write(`measuring ${name} at ${size}...\n`);
    // Each row may ask as often as if it were the only one.
    await bench.owner.query("DELETE FROM auth.rate_limits");
    try {
      results.push(...(await run(bench)).map((row) => ({ ...row, size, busy: round(busy) })));
    } catch (error) {
      // The other rows are worth their time all the same.
      if (root === undefined) process.exitCode = 1;
      process.stderr.write(`${name} at ${size} failed: ${String(error)}\n`);
    }
  }
  if (rows.some(({ name }) => name === "start"))
    results.push({ name: "start, empty folder", unit: "ms", figure: summarise([empty]), size });
  await bench.owner.end();
  return results;
}

/** Somebody else's notes in the same tables, as on every server with more than one person. */
async function seedNeighbour({ server, owner }: Bench, size: number): Promise<void> {
  const neighbor = createVisitor(server.url);
  const { session } = await neighbor.client.accounts.register({
    name: "Neighbor",
    email: "neighbor@example.com",
    password: BENCH_PASSWORD,
  });
  await seedNotes(owner, session!.user.id, await makeFolders(neighbor), size, DATA_SEED + 2);
}

async function makeFolders({ client }: Visitor): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < FOLDERS; index++)
    ids.push((await client.folders.create({ name: `Folder ${index}` })).id);
  return ids;
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await run();
  return performance.now() - startedAt;
}
