import { readFile, writeFile } from "node:fs/promises";
import { cpus, totalmem } from "node:os";
import { parseArgs } from "node:util";
import { askTogether, create, createTogether, list, publicPage, read, save } from "./api-rows.ts";
import { against } from "./against.ts";
import { openBrowser } from "./browser.ts";
import { backlog, createdToFound, creationCost } from "./found-rows.ts";
import { editing, typingBeside } from "./edit-rows.ts";
import { startFloor } from "./floor-pages.ts";
import { historyDiff } from "./history-rows.ts";
import { measureSize, type Surroundings } from "./measure-size.ts";
import { exporting, importing } from "./moving-rows.ts";
import { firstPage, openFromList, openLong } from "./page-rows.ts";
import { meaning } from "./meaning-rows.ts";
import { metricsCost } from "./metrics-rows.ts";
import { memory, memoryTogether, start } from "./process-rows.ts";
import type { RowMaker } from "./row.ts";
import { questions } from "./question-rows.ts";
import { scrolling } from "./scroll-rows.ts";
import { search } from "./search-rows.ts";
import { slowLine } from "./slow-line-rows.ts";
import { mergeResults, type Result, toMarkdown, toTable } from "./table.ts";
import { events } from "./event-rows.ts";
import { chat, chatPassages } from "./chat-rows.ts";
import { changesets } from "./changeset-rows.ts";
import { analytics, seo } from "./insight-rows.ts";
import { calendarPage } from "./calendar-rows.ts";
import { dashboardPage } from "./dashboard-rows.ts";
import { pictureText } from "./picture-rows.ts";
import { reminders } from "./reminder-rows.ts";
import { plan } from "./plan-rows.ts";
import { projectScrolling } from "./project-rows.ts";
import { tasks } from "./task-rows.ts";
import { together, typing } from "./typing-rows.ts";
import { blocking, searchBox } from "./use-rows.ts";
import { measuredCommit } from "../scripts/measured-commit.ts";

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
  { name: "questions", run: questions },
  { name: "chat passages", run: chatPassages },
  { name: "tasks", once: true, run: tasks },
  { name: "calendar", once: true, run: events },
  { name: "plan", run: plan },
  { name: "reminders", once: true, run: reminders },
  { name: "chat", once: true, run: chat },
  { name: "meaning", once: true, run: meaning },
  { name: "words in pictures", once: true, run: pictureText },
  { name: "calendar page", once: true, run: calendarPage },
  { name: "dashboard page", once: true, run: dashboardPage },
  { name: "memory", run: memory },
  { name: "memory together", once: true, run: memoryTogether },
  { name: "search box", run: searchBox },
  { name: "open", run: openFromList },
  { name: "open long", once: true, run: openLong },
  { name: "type", once: true, run: typing },
  { name: "edit", once: true, run: editing },
  { name: "type beside", once: true, run: typingBeside },
  { name: "key to the other screen", once: true, run: together },
  { name: "history diff", once: true, run: historyDiff },
  { name: "import", once: true, run: importing },
  { name: "changesets", once: true, run: changesets },
  { name: "analytics", run: analytics },
  { name: "seo", once: true, run: seo },
  { name: "export", run: exporting },
  { name: "explorer scrolled", run: scrolling },
  { name: "project scrolled", once: true, run: projectScrolling },
  { name: "public page", once: true, run: publicPage },
  { name: "first page", run: firstPage },
  { name: "blocked", once: true, run: blocking },
  { name: "metrics of a page", once: true, run: metricsCost },
  { name: "slow line", once: true, run: slowLine },
  { name: "start", run: start },
];

/**
 * `npm run bench [-- --sizes 1000,10000,100000] [--only search,list] [--publish]`: measures the product against floors of the same
 * run on data it makes itself, prints a table and writes the rows to bench/results.json, in the place of what they were there; --publish
 * also writes docs/speed.md out of all rows of that file.
 * `npm run bench -- --against COMMIT [--rounds 5]`: this checkout and that commit, or the checkout in a folder, in turn, at the first size;
 * fails when the median of a row has lost more than a tenth and what its rounds differ. Each row waits until the machine is quiet, three minutes at most;
 * `--patience 0` where it never is.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      sizes: { type: "string", default: "1000,10000,100000" },
      only: { type: "string" },
      against: { type: "string" },
      rounds: { type: "string", default: "5" },
      patience: { type: "string", default: "180" },
      publish: { type: "boolean", default: false },
    },
  });
  const names = values.only?.split(",");
  const wanted = ROWS.filter(({ name }) => !names || names.some((only) => name.startsWith(only)));
  if (wanted.length === 0) throw new Error(`--only takes one of: ${ROWS.map(({ name }) => name).join(", ")}`);
  const sizes = values.sizes.split(",").map(Number);
  const rounds = Number(values.rounds);
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error("--rounds takes a number from 1");
  const [floor, browser] = [await startFloor(), await openBrowser()];
  const surroundings = { floor, browser, patienceMs: Number(values.patience) * 1000 };
  try {
    if (values.against)
      await against(values.against, rounds, (root) =>
        measureSize({ ...surroundings, ...(root ? { root } : {}) }, sizes[0]!, wanted),
      );
    else await measureAll(surroundings, sizes, wanted, values.publish);
  } finally {
    floor.stop();
    await browser.close();
  }
}

async function measureAll(
  surroundings: Surroundings,
  sizes: number[],
  wanted: RowMaker[],
  isPublished: boolean,
): Promise<void> {
  const results: Result[] = [];
  for (const size of sizes) {
    const rows = wanted.filter(({ once }) => !once || size === sizes[0]);
    results.push(...(await measureSize(surroundings, size, rows)));
    await keep(results, isPublished);
  }
  console.table(toTable(results));
}

/** Written after every size: the largest takes its time, and may be given up. */
async function keep(fresh: Result[], isPublished: boolean): Promise<void> {
  const before = JSON.parse(await readFile(RESULTS, "utf8")) as { results: Result[] };
  const measured = measuredCommit(["src", "bench", "scripts", ":!bench/results.json"]);
  const results = mergeResults(
    before.results,
    fresh.map((row) => ({ ...row, commit: measured })),
  );
  const kept = { at: new Date().toISOString(), machine: machine(), results };
  await writeFile(RESULTS, `${JSON.stringify(kept, null, 2)}\n`);
  if (isPublished) await writeFile(DOCUMENT, documentOf(toTable(results)));
}

function machine() {
  return {
    cpus: cpus().length,
    model: cpus()[0]?.model,
    memoryMb: Math.round(totalmem() / 1024 / 1024),
    node: process.version,
  };
}

function documentOf(table: Record<string, string>[]): string {
  const { cpus: cores, memoryMb, node } = machine();
  return `# Speed

Made by \`npm run bench -- --publish\`, each row at the commit that it names, on ${cores} cores with ${Math.round(memoryMb / 1024)} GB, Node ${node}. Milliseconds vary from
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
