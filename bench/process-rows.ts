import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { openLive, openNote } from "#testing/sync-client.ts";
import { createVisitor } from "#testing/test-app.ts";
import { readPidFile } from "#server/platform/postgres/postmaster-identity.ts";
import { summarise } from "./measure.ts";
import { proportionalMemory } from "./memory.ts";
import { BENCH_PASSWORD, type Bench, type Row } from "./row.ts";
import { connectAsOwner } from "./seed.ts";

/** After a start, and after a load, a server has leftovers to give back. */
const IDLE_MS = 15_000;
const PEOPLE = 20;
const EDITORS_EACH = 10;
const LIVE_EACH = 25;

/** Server and database together, and everything they started. */
export async function memory(bench: Bench): Promise<Row[]> {
  await setTimeout(IDLE_MS);
  return [{ name: "memory after the load", ...(await memoryOf(bench)) }];
}

async function memoryOf(bench: Bench): Promise<Omit<Row, "name">> {
  const { dataDir, pid } = bench.server;
  const [postmaster] = await readPidFile(join(dataDir, "postgres"));
  // The process of the bench's own connection, which made the notes, takes 77 MB after ten thousand.
  await bench.owner.end();
  const megabytes = proportionalMemory([pid(), Number(postmaster)]);
  bench.owner = await connectAsOwner(dataDir);
  return { unit: "MB", figure: summarise([megabytes]), note: "proportional set size" };
}

/** 200 notes open in editors that write, and 500 pages that hear what happens, of twenty people. */
export async function memoryTogether(bench: Bench): Promise<Row[]> {
  const { server } = bench;
  const open: { close: () => void }[] = [];
  for (let person = 0; person < PEOPLE; person++) {
    const visitor = createVisitor(server.url);
    const account = { name: "Reader", email: `reader${person}@example.com`, password: BENCH_PASSWORD };
    const { session } = await visitor.client.accounts.register(account);
    const userId = session!.user.id;
    for (let index = 0; index < EDITORS_EACH; index++) {
      const { id } = await visitor.client.notes.create({ title: `Open ${index}` });
      const editor = openNote(server, visitor, id);
      open.push(editor);
      await editor.synced;
      for (let line = 0; line < 20; line++) editor.write(`line ${line} of what ${person} writes`);
      await editor.saved();
    }
    const pages = Array.from({ length: LIVE_EACH }, () => openLive(server, visitor, userId));
    open.push(...pages);
    for (const page of pages) if ((await page.answer) !== "accepted") throw new Error("A page was refused");
  }
  const row = await memoryOf(bench);
  open.forEach((page) => page.close());
  return [{ name: "memory with 200 editors and 500 live pages", ...row }];
}

export async function start(bench: Bench): Promise<Row[]> {
  const { restart } = bench;
  const warm: number[] = [];
  for (let round = 0; round < 5; round++) warm.push(await restart());
  await setTimeout(IDLE_MS);
  const idle = await memoryOf(bench);
  const killed: number[] = [];
  for (let round = 0; round < 3; round++) killed.push(await restart({ isKilled: true }));
  return [
    { name: "start, warm", unit: "ms", figure: summarise(warm) },
    { name: "memory of an idle server, after its start", ...idle },
    { name: "start after SIGKILL of server and database", unit: "ms", figure: summarise(killed) },
  ];
}
