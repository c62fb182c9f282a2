import { setTimeout } from "node:timers/promises";
import { cpuOf } from "./cpu.ts";
import { repeat, round, summarise } from "./measure.ts";
import type { Bench, Row } from "./row.ts";
import { derived } from "./seed.ts";
import { createWriter, newNote } from "./text.ts";

const CREATED = 400;
const BACKLOG = 400;

/** From the answer to a creation until a search finds the note, with nothing else to do and while eight clients create notes. */
export async function createdToFound(bench: Bench): Promise<Row[]> {
  const writer = createWriter(bench.vocabulary, 41);
  let count = 0;
  const once = async () => {
    const word = `zq${bench.size}x${count++}found`;
    const note = newNote(bench, writer);
    const body = { ...note.body, text: `${note.body.text}\n\n${word}` };
    const { id } = await bench.api<{ id: string }>("/api/notes", { ...note, body });
    const startedAt = performance.now();
    type Found = { hits: { note: { id: string } }[] };
    // Words like it are found as well, as if it were misspelled.
    const isFound = async () =>
      (await bench.api<Found>(`/api/search?query=${word}&limit=5`)).hits.some((hit) => hit.note.id === id);
    while (!(await isFound())) if (performance.now() - startedAt > 60_000) break;
    return performance.now() - startedAt;
  };
  const idle: number[] = [];
  for (let run = 0; run < 25; run++) idle.push(await once());
  let isLoaded = true;
  const clients = Array.from({ length: 8 }, async () => {
    while (isLoaded) await bench.api("/api/notes", newNote(bench, writer));
  });
  const loaded: number[] = [];
  for (let run = 0; run < 25; run++) loaded.push(await once());
  isLoaded = false;
  await Promise.all(clients);
  await derived(bench.owner);
  const rest = { unit: "ms", note: "with the search itself" } as const;
  return [
    { name: "created to found, idle", figure: summarise(idle), ...rest },
    { name: "created to found, eight writers", figure: summarise(loaded), ...rest },
  ];
}

/** What a creation costs with all that follows from it, and what it leaves on the disk. */
export async function creationCost(bench: Bench): Promise<Row[]> {
  const writer = createWriter(bench.vocabulary, 42);
  await derived(bench.owner);
  const [cpuBefore, diskBefore] = [await cpuOf(bench), await diskOf(bench)];
  for (let index = 0; index < CREATED; index++) await bench.api("/api/notes", newNote(bench, writer));
  await derived(bench.owner);
  const cpu = round((await cpuOf(bench)) - cpuBefore) / CREATED;
  const kilobytes = round(((await diskOf(bench)) - diskBefore) / 1024 / CREATED);
  const long = createWriter(bench.vocabulary, 43);
  const whole = await repeat(5, () =>
    bench.api("/api/notes", { title: "Long", body: { format: "markdown", text: long.words(20_000) } }),
  );
  return [
    { name: "create, CPU with later work", unit: "ms", figure: summarise([cpu]) },
    { name: "create, disk of a note", unit: "KB", figure: summarise([kilobytes]), note: "before vacuum" },
    { name: "create 20,000 words", unit: "ms", figure: whole },
  ];
}

/** Notes whose text is older than their body, as an upgrade or a crash leaves them, until none is left. */
export async function backlog(bench: Bench): Promise<Row[]> {
  await derived(bench.owner);
  const { rows } = await bench.owner.query<{ id: string }>(
    `UPDATE notes_v2 SET derived_seq = 0 WHERE id IN (SELECT id FROM notes_v2 WHERE user_id = $1 ORDER BY id LIMIT ${BACKLOG}) RETURNING id`,
    [bench.userId],
  );
  // The sweep finds them within half a minute.
  const due = async () =>
    (await bench.owner.query("SELECT 1 FROM notes_v2 WHERE derived_seq < doc_seq")).rows.length;
  while ((await due()) === rows.length) await setTimeout(5);
  const [startedAt, left] = [performance.now(), await due()];
  await derived(bench.owner);
  const rate = left / ((performance.now() - startedAt) / 1000);
  return [{ name: "backlog derived", unit: "notes/s", figure: summarise([round(rate)]) }];
}

async function diskOf({ owner }: Bench): Promise<number> {
  const { rows } = await owner.query<{ bytes: number }>(
    "SELECT sum(pg_total_relation_size(oid))::float8 AS bytes FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace",
  );
  return rows[0]!.bytes;
}
