import type pg from "pg";
import type { Visitor } from "#testing/test-app.ts";
import { type Figure, repeat, round, summarise } from "./measure.ts";
import { randomFrom } from "#testing/random.ts";
import { createWriter } from "./text.ts";

/** What a row can use: one account of a certain size, and the floors. */
export type Bench = {
  visitor: Visitor;
  /** A plain GET or POST against Node's own server. */
  bare: (size: number, body?: string) => Promise<void>;
  owner: pg.Client;
  userId: string;
  vocabulary: string[];
};

/** One line of the table: what was measured, and the floor it stands on. */
export type Row = {
  name: string;
  unit: "ms" | "notes/s";
  figure: Figure;
  floor?: Figure;
  floorName?: string;
  note?: string;
};

export type RowMaker = { name: string; run: (bench: Bench) => Promise<Row[]> };

const QUERIES = 40;
const QUERY_SEED = 11;
const LIST_BYTES = 25_000;

export const ROWS: RowMaker[] = [
  { name: "create", run: create },
  { name: "create, 8 clients", run: createTogether },
  { name: "list", run: list },
  { name: "read", run: read },
  { name: "search", run: search },
];

const newNote = (writer: ReturnType<typeof createWriter>) => ({
  title: writer.title(),
  body: { format: "text" as const, text: writer.body() },
});

async function create({ visitor, bare, vocabulary }: Bench): Promise<Row[]> {
  const writer = createWriter(vocabulary, 21);
  const figure = await repeat(200, () => visitor.client.notes.create(newNote(writer)));
  const floor = await repeat(200, () => bare(500, JSON.stringify(newNote(writer))));
  return [{ name: "create, one client", unit: "ms", figure, floor, floorName: "bare HTTP echo of 2 KB" }];
}

async function createTogether({ visitor, vocabulary }: Bench): Promise<Row[]> {
  const writer = createWriter(vocabulary, 22);
  const perSecond: number[] = [];
  for (let round = 0; round < 5; round++) {
    const startedAt = performance.now();
    const client = async () => {
      for (let index = 0; index < 25; index++) await visitor.client.notes.create(newNote(writer));
    };
    await Promise.all(Array.from({ length: 8 }, client));
    perSecond.push(200 / ((performance.now() - startedAt) / 1000));
  }
  return [{ name: "create, eight clients", unit: "notes/s", figure: summarise(perSecond) }];
}

async function list({ visitor, bare, owner, userId }: Bench): Promise<Row[]> {
  const figure = await repeat(200, () => visitor.client.notes.list({ limit: 50 }));
  const sql = await repeat(200, () =>
    owner.query(
      "SELECT id, title, excerpt, updated_at FROM notes_v2 WHERE user_id = $1 AND trashed_at IS NULL ORDER BY updated_at DESC, id DESC LIMIT 50",
      [userId],
    ),
  );
  const http = await repeat(200, () => bare(LIST_BYTES));
  const floor = { ...sql, p50: round(sql.p50 + http.p50), p95: round(sql.p95 + http.p95) };
  return [{ name: "list 50", unit: "ms", figure, floor, floorName: "raw SQL + bare HTTP" }];
}

async function read({ visitor, bare, owner, userId }: Bench): Promise<Row[]> {
  const { rows } = await owner.query<{ id: string }>(
    "SELECT id FROM notes_v2 WHERE user_id = $1 ORDER BY id LIMIT 500",
    [userId],
  );
  const at = (index: number) => rows[index % rows.length]!.id;
  const floor = await repeat(200, () => bare(500));
  const get = await repeat(200, (index) => visitor.client.notes.get({ noteId: at(index) }));
  const body = await repeat(200, (index) =>
    visitor.client.notes.body({ noteId: at(index), format: "markdown" }),
  );
  return [
    { name: "read a note", unit: "ms", figure: get, floor, floorName: "bare HTTP" },
    { name: "read a body", unit: "ms", figure: body, floor, floorName: "bare HTTP" },
  ];
}

async function search({ visitor, owner, userId, vocabulary }: Bench): Promise<Row[]> {
  const random = randomFrom(QUERY_SEED);
  const { rows } = await owner.query<{ text: string }>(
    "SELECT text FROM notes_v2 WHERE user_id = $1 ORDER BY id LIMIT 400",
    [userId],
  );
  const textAt = () => rows[Math.floor(random() * rows.length)]!.text;
  const ranked = (from: number, to: number) => vocabulary[from + Math.floor(random() * (to - from))]!;
  const kinds: Record<string, () => string> = {
    "rare word": () => ranked(20_000, 50_000),
    "common word": () => ranked(0, 20),
    phrase: () => `"${textAt().split(" ").slice(10, 13).join(" ").replaceAll(/[.\n]/g, " ")}"`,
    prefix: () => ranked(500, 5_000).slice(0, 4),
    substring: () => ranked(2_000, 20_000).slice(1, 6),
    misspelt: () => misspell(ranked(2_000, 20_000), random),
  };
  const made: Row[] = [];
  for (const [kind, query] of Object.entries(kinds)) {
    let found = 0;
    const queries = Array.from({ length: QUERIES }, query);
    const figure = await repeat(QUERIES, async (index) => {
      const { hits } = await visitor.client.notes.search({ query: queries[index]!, limit: 20 });
      if (hits.length > 0) found += 1;
    });
    const floor = await repeat(QUERIES, (index) =>
      owner.query(
        "SELECT note_id FROM note_search WHERE user_id = $1 AND words @@ plainto_tsquery('simple', $2) LIMIT 20",
        [userId, queries[index]!.replaceAll('"', "")],
      ),
    );
    made.push({
      name: `search: ${kind}`,
      unit: "ms",
      figure,
      floor,
      floorName: "raw SQL",
      note: `${Math.min(found, QUERIES)} of ${QUERIES} found something`,
    });
  }
  return made;
}

/** Two neighbouring letters swapped, as fingers do. */
function misspell(word: string, random: () => number): string {
  const at = Math.floor(random() * Math.max(1, word.length - 1));
  return word.slice(0, at) + (word[at + 1] ?? "") + (word[at] ?? "") + word.slice(at + 2);
}
