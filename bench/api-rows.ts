import { openNote } from "#testing/sync-client.ts";
import { ask } from "./http.ts";
import { type Figure, repeat, round, summarise } from "./measure.ts";
import type { Bench, Row } from "./row.ts";
import { createWriter } from "./text.ts";

const LIST_BYTES = 25_000;

const newNote = (writer: ReturnType<typeof createWriter>) => ({
  title: writer.title(),
  body: { format: "text" as const, text: writer.body() },
});

export async function create({ api, floor, vocabulary }: Bench): Promise<Row[]> {
  const writer = createWriter(vocabulary, 21);
  const figure = await repeat(300, () => api("/api/notes", newNote(writer)));
  const bare = await repeat(300, () => floor.get(500, newNote(writer)));
  return [
    { name: "create, one client", unit: "ms", figure, floor: bare, floorName: "bare HTTP echo of 2 KB" },
  ];
}

/** How often eight clients together get an answer in a second; each asks so many times in each of six turns. */
async function perSecond(times: number, make: () => Promise<unknown>): Promise<Figure> {
  const rates: number[] = [];
  for (let turn = 0; turn < 7; turn++) {
    const startedAt = performance.now();
    const client = async () => {
      for (let index = 0; index < times; index++) await make();
    };
    await Promise.all(Array.from({ length: 8 }, client));
    // The first turn warms up.
    if (turn > 0) rates.push((8 * times) / ((performance.now() - startedAt) / 1000));
  }
  return summarise(rates);
}

/** The landing page beside a bare server that answers as many bytes. */
export async function publicPage({ server, floor }: Bench): Promise<Row[]> {
  const size = Buffer.byteLength(await ask(`${server.url}/`));
  const figure = await perSecond(200, () => ask(`${server.url}/`));
  const bare = await perSecond(200, () => floor.get(size));
  return [
    { name: "public page, eight clients", unit: "requests/s", figure, floor: bare, floorName: "bare HTTP" },
  ];
}

export async function createTogether({ api, floor, vocabulary }: Bench): Promise<Row[]> {
  const writer = createWriter(vocabulary, 22);
  const figure = await perSecond(25, () => api("/api/notes", newNote(writer)));
  const bare = await perSecond(25, () => floor.get(500, newNote(writer)));
  return [{ name: "create, eight clients", unit: "notes/s", figure, floor: bare, floorName: "bare HTTP" }];
}

export async function list({ api, floor, owner, userId }: Bench): Promise<Row[]> {
  const figure = await repeat(300, () => api("/api/notes?limit=50"));
  const sql = await repeat(300, () =>
    owner.query(
      "SELECT id, title, excerpt, updated_at FROM notes_v2 WHERE user_id = $1 AND trashed_at IS NULL ORDER BY updated_at DESC, id DESC LIMIT 50",
      [userId],
    ),
  );
  const http = await repeat(300, () => floor.get(LIST_BYTES));
  const sum = { ...sql, p50: round(sql.p50 + http.p50), p95: round(sql.p95 + http.p95) };
  return [{ name: "list 50", unit: "ms", figure, floor: sum, floorName: "raw SQL + bare HTTP" }];
}

export async function read({ api, floor, owner, userId }: Bench): Promise<Row[]> {
  const { rows } = await owner.query<{ id: string }>(
    "SELECT id FROM notes_v2 WHERE user_id = $1 ORDER BY id LIMIT 500",
    [userId],
  );
  const at = (index: number) => rows[index % rows.length]!.id;
  const bare = await repeat(300, () => floor.get(500));
  const get = await repeat(300, (index) => api(`/api/notes/${at(index)}`));
  const body = await repeat(300, (index) => api(`/api/notes/${at(index)}/body?format=markdown`));
  return [
    { name: "read a note", unit: "ms", figure: get, floor: bare, floorName: "bare HTTP" },
    { name: "read a body", unit: "ms", figure: body, floor: bare, floorName: "bare HTTP" },
  ];
}

/** A key press on its way to "Saved": over the socket, into the log, acknowledged. */
export async function save({ visitor, server, owner }: Bench): Promise<Row[]> {
  const { id } = await visitor.client.notes.create({ title: "Save" });
  const page = openNote({ url: server.url }, visitor, id);
  await page.synced;
  await page.saved();
  const figure = await repeat(300, async () => {
    page.write("x");
    await page.saved();
  });
  page.close();
  const sql = await repeat(300, () =>
    owner.query("UPDATE notes_v2 SET doc_seq = doc_seq WHERE id = $1", [id]),
  );
  return [{ name: "save a key", unit: "ms", figure, floor: sql, floorName: "one UPDATE and its commit" }];
}
