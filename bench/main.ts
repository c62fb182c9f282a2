import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { cpus, totalmem } from "node:os";
import { parseArgs } from "node:util";
import type { Browser } from "@playwright/test";
import { createVisitor } from "#testing/test-app.ts";
import { createServerProcess, type ServerProcess } from "../e2e/server-process.ts";
import { askTogether, create, createTogether, list, publicPage, read, save } from "./api-rows.ts";
import { openBrowser } from "./browser.ts";
import { backlog, createdToFound, creationCost } from "./found-rows.ts";
import { type Floor, startFloor } from "./floor-pages.ts";
import { historyDiff } from "./history-rows.ts";
import { ask } from "./http.ts";
import { round, summarise } from "./measure.ts";
import { exporting, importing } from "./moving-rows.ts";
import { firstPage, openFromList, openLong } from "./page-rows.ts";
import { memory, start } from "./process-rows.ts";
import { untilQuiet } from "./quiet.ts";
import { BENCH_PASSWORD, type Bench, type RowMaker } from "./row.ts";
import { scrolling } from "./scroll-rows.ts";
import { search } from "./search-rows.ts";
import { slowLine } from "./slow-line-rows.ts";
import { connectAsOwner, DATA_SEED, seedNotes } from "./seed.ts";
import { type Result, toMarkdown, toTable } from "./table.ts";
import { createVocabulary } from "./text.ts";
import { together, typing } from "./typing-rows.ts";

const FOLDERS = 20;
const NEIGHBOUR_MAX = 10_000;
const RESULTS = new URL("results.json", import.meta.url);
const DOCUMENT = new URL("../docs/speed.md", import.meta.url);

/** In this order: memory is what the load before it left behind. */
const ROWS: RowMaker[] = [
  { name: "list", run: list },
  { name: "read", run: read },
  { name: "create", run: create },
  { name: "create together", run: createTogether },
  { name: "found", run: createdToFound },
  { name: "cost", run: creationCost },
  { name: "backlog", run: backlog },
  { name: "together", run: askTogether },
  { name: "save", run: save },
  { name: "search", run: search },
  { name: "memory", run: memory },
  { name: "open", run: openFromList },
  { name: "open long", once: true, run: openLong },
  { name: "type", once: true, run: typing },
  { name: "key to the other screen", once: true, run: together },
  { name: "history diff", once: true, run: historyDiff },
  { name: "import", once: true, run: importing },
  { name: "export", run: exporting },
  { name: "explorer scrolled", run: scrolling },
  { name: "public page", once: true, run: publicPage },
  { name: "first page", run: firstPage },
  { name: "slow line", once: true, run: slowLine },
  { name: "start", run: start },
];

/**
 * `npm run bench [-- --sizes 1000,10000,100000] [--only search,list] [--against bench/older.json] [--publish]`: measures the product
 * against floors of the same run on data it makes itself, prints a table and writes bench/results.json; --publish also
 * writes docs/speed.md.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      sizes: { type: "string", default: "1000,10000,100000" },
      only: { type: "string" },
      against: { type: "string" },
      publish: { type: "boolean", default: false },
    },
  });
  const older = values.against
    ? (JSON.parse(await readFile(values.against, "utf8")) as { results: Result[] }).results
    : [];
  const names = values.only?.split(",");
  const wanted = ROWS.filter(({ name }) => !names || names.some((only) => name.startsWith(only)));
  if (wanted.length === 0) throw new Error(`--only takes one of: ${ROWS.map(({ name }) => name).join(", ")}`);
  const results: Result[] = [];
  const [floor, browser] = [await startFloor(), await openBrowser()];
  try {
    const sizes = values.sizes.split(",").map(Number);
    for (const size of sizes) {
      const server = await createServerProcess();
      const rows = wanted.filter(({ once }) => !once || size === sizes[0]);
      try {
        results.push(...(await measure({ server, floor, browser }, size, rows)));
      } finally {
        await server.dispose();
      }
      await keep(results, older, values.publish);
    }
  } finally {
    floor.stop();
    await browser.close();
  }
  console.table(toTable(results, older));
}

/** Written after every size: the largest takes its time, and may be given up. */
async function keep(results: Result[], older: Result[], isPublished: boolean): Promise<void> {
  const kept = { at: new Date().toISOString(), commit: commit(), machine: machine(), results };
  await writeFile(RESULTS, `${JSON.stringify(kept, null, 2)}\n`);
  if (isPublished) await writeFile(DOCUMENT, documentOf(toTable(results, older)));
}

async function measure(
  parts: { server: ServerProcess; floor: Floor; browser: Browser },
  size: number,
  rows: RowMaker[],
): Promise<Result[]> {
  const { server } = parts;
  const empty = await timed(server.start);
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
      const ms = await timed(server.start);
      bench.owner = await connectAsOwner(server.dataDir);
      return ms;
    },
  };
  process.stdout.write(`making ${size} notes...\n`);
  for (let index = 0; index < FOLDERS; index++)
    bench.folders.push((await visitor.client.folders.create({ name: `Folder ${index}` })).id);
  await seedNeighbour(bench, Math.min(size, NEIGHBOUR_MAX));
  await seedNotes(bench.owner, bench.userId, size);
  const results: Result[] = [];
  for (const { name, run } of rows) {
    const busy = await untilQuiet();
    process.stdout.write(`measuring ${name} at ${size}...\n`);
    try {
      results.push(...(await run(bench)).map((row) => ({ ...row, size, busy: round(busy) })));
    } catch (error) {
      // The other rows are worth their time all the same.
      process.exitCode = 1;
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
  const { session } = await createVisitor(server.url).client.accounts.register({
    name: "Neighbor",
    email: "neighbor@example.com",
    password: BENCH_PASSWORD,
  });
  await seedNotes(owner, session!.user.id, size, DATA_SEED + 2);
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await run();
  return performance.now() - startedAt;
}

function machine() {
  return {
    cpus: cpus().length,
    model: cpus()[0]?.model,
    memoryMb: Math.round(totalmem() / 1024 / 1024),
    node: process.version,
  };
}

/** The commit that was measured, and whether files had been changed since. */
function commit(): string {
  const git = (...args: string[]) => execFileSync("git", args, { encoding: "utf8" }).trim();
  const isChanged = git("status", "--porcelain", "--untracked-files=no", "src", "bench", "scripts") !== "";
  return `${git("rev-parse", "--short", "HEAD")}${isChanged ? " with changes" : ""}`;
}

function documentOf(table: Record<string, string>[]): string {
  const { cpus: cores, memoryMb, node } = machine();
  return `# Speed

Made by \`npm run bench -- --publish\` at ${commit()}, on ${cores} cores with ${Math.round(memoryMb / 1024)} GB, Node ${node}. Milliseconds vary from
machine to machine and with its neighbours; compare the column "x floor", whose floor was measured in the same run, and "growth", from
the smallest account to this one. Every write is committed with fsync. Searches are 200 queries of a kind; "cold" is the first
time after a start of server and database.

${toMarkdown(table)}
`;
}

await main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
