import { setTimeout } from "node:timers/promises";
import type pg from "pg";
import { openNote } from "#testing/sync-client.ts";
import { ask } from "./http.ts";
import { type Figure, inTurn, round, summarise } from "./measure.ts";
import type { Bench, Row } from "./row.ts";
import { createWriter, newNote } from "./text.ts";

const LIST_BYTES = 25_000;
const SYNCED_KEYS = 300;

export async function create(bench: Bench): Promise<Row[]> {
  const { api, floor, vocabulary } = bench;
  const writer = createWriter(vocabulary, 21);
  const [figure, bare] = await inTurn(
    300,
    () => api("/api/notes", newNote(bench, writer)),
    () => floor.get(500, newNote(bench, writer)),
  );
  return [
    {
      name: "create, one client",
      unit: "ms",
      figure: figure!,
      floor: bare!,
      floorName: "bare HTTP echo of 2 KB",
    },
  ];
}

/** How often eight clients together get an answer in a second; each asks so many times in each of six turns. */
async function perSecond(times: number, ...subjects: (() => Promise<unknown>)[]): Promise<Figure[]> {
  const rates: number[][] = subjects.map(() => []);
  for (let turn = 0; turn < 7; turn++)
    for (const [place, make] of subjects.entries()) {
      const startedAt = performance.now();
      const client = async () => {
        for (let index = 0; index < times; index++) await make();
      };
      await Promise.all(Array.from({ length: 8 }, client));
      // The first turn warms up.
      if (turn > 0) rates[place]!.push((8 * times) / ((performance.now() - startedAt) / 1000));
    }
  return rates.map(summarise);
}

/** The landing page beside a bare server that answers as many bytes. */
export async function publicPage({ server, floor }: Bench): Promise<Row[]> {
  const size = Buffer.byteLength(await ask(`${server.url}/`));
  const [figure, bare] = await perSecond(
    200,
    () => ask(`${server.url}/`),
    () => floor.get(size),
  );
  const rest = { unit: "requests/s", floorName: "bare HTTP" } as const;
  return [{ name: "public page, eight clients", figure: figure!, floor: bare!, ...rest }];
}

export async function createTogether(bench: Bench): Promise<Row[]> {
  const { api, floor, vocabulary } = bench;
  const writer = createWriter(vocabulary, 22);
  const [figure, bare] = await perSecond(
    25,
    () => api("/api/notes", newNote(bench, writer)),
    () => floor.get(500, newNote(bench, writer)),
  );
  const rest = { unit: "notes/s", floorName: "bare HTTP" } as const;
  return [{ name: "create, eight clients", figure: figure!, floor: bare!, ...rest }];
}

/** What people do most, by eight at once. */
export async function askTogether(bench: Bench): Promise<Row[]> {
  const { api, floor, vocabulary, owner, userId } = bench;
  const { rows } = await owner.query<{ id: string }>(
    "SELECT id FROM notes_v2 WHERE user_id = $1 ORDER BY id LIMIT 500",
    [userId],
  );
  let turn = 0;
  const next = <T>(from: T[]) => from[turn++ % from.length]!;
  const words = vocabulary.slice(500, 2_500).map(encodeURIComponent);
  const [listed, read, found, bare] = await perSecond(
    60,
    () => api("/api/notes?limit=50"),
    () => api(`/api/notes/${next(rows).id}`),
    () => api(`/api/search?limit=20&query=${next(words)}`),
    () => floor.get(LIST_BYTES),
  );
  const rest = { unit: "requests/s", floor: bare!, floorName: "bare HTTP" } as const;
  return [
    { name: "list 50, eight clients", figure: listed!, ...rest },
    { name: "read a note, eight clients", figure: read!, ...rest },
    { name: "search, eight clients", figure: found!, ...rest },
  ];
}

export async function list({ api, floor, owner, userId }: Bench): Promise<Row[]> {
  const [figure, sql, http] = await inTurn(
    300,
    () => api("/api/notes?limit=50"),
    () =>
      owner.query(
        "SELECT id, title, excerpt, updated_at FROM notes_v2 WHERE user_id = $1 AND trashed_at IS NULL ORDER BY updated_at DESC, id DESC LIMIT 50",
        [userId],
      ),
    () => floor.get(LIST_BYTES),
  );
  const sum = { ...sql!, p50: round(sql!.p50 + http!.p50), p95: round(sql!.p95 + http!.p95) };
  return [{ name: "list 50", unit: "ms", figure: figure!, floor: sum, floorName: "raw SQL + bare HTTP" }];
}

export async function read({ api, floor, owner, userId }: Bench): Promise<Row[]> {
  const { rows } = await owner.query<{ id: string }>(
    "SELECT id FROM notes_v2 WHERE user_id = $1 ORDER BY id LIMIT 500",
    [userId],
  );
  const at = (index: number) => rows[index % rows.length]!.id;
  const [bare, get, body] = await inTurn(
    300,
    () => floor.get(500),
    (index) => api(`/api/notes/${at(index)}`),
    (index) => api(`/api/notes/${at(index)}/body?format=markdown`),
  );
  const rest = { unit: "ms", floor: bare!, floorName: "bare HTTP" } as const;
  return [
    { name: "read a note", figure: get!, ...rest },
    { name: "read a body", figure: body!, ...rest },
  ];
}

/** A key press on its way to "Saved": over the socket, into the log, acknowledged. */
export async function save({ visitor, server, owner }: Bench): Promise<Row[]> {
  const { id } = await visitor.client.notes.create({ title: "Save" });
  const page = openNote({ url: server.url }, visitor, id);
  await page.synced;
  await page.saved();
  // Another note, or the two would wait for each other.
  const { id: other } = await visitor.client.notes.create({ title: "Beside" });
  const [figure, sql] = await inTurn(
    300,
    async () => {
      page.write("x");
      await page.saved();
    },
    () => owner.query("UPDATE notes_v2 SET doc_seq = doc_seq WHERE id = $1", [other]),
  );
  const syncs = await syncsOf(owner, async () => {
    for (let key = 0; key < SYNCED_KEYS; key++) {
      page.write("x");
      await page.saved();
    }
  });
  page.close();
  const rest = { unit: "ms", floorName: "one UPDATE and its commit" } as const;
  return [
    { name: "save a key", figure: figure!, floor: sql!, ...rest },
    {
      name: "save a key, writes forced to the disk",
      unit: "syncs",
      figure: summarise([round(syncs / SYNCED_KEYS)]),
      note: "with what is derived meanwhile",
    },
  ];
}

/** How often the log of the database was forced to the disk for what `run` did. Idle sessions tell their counts within ten seconds. */
async function syncsOf(owner: pg.Client, run: () => Promise<void>): Promise<number> {
  const count = async () => {
    await setTimeout(11_000);
    await owner.query("SELECT pg_stat_clear_snapshot()");
    const { rows } = await owner.query<{ count: number }>(
      "SELECT sum(fsyncs)::int AS count FROM pg_stat_io WHERE object = 'wal'",
    );
    return rows[0]!.count;
  };
  const before = await count();
  await run();
  return (await count()) - before;
}
