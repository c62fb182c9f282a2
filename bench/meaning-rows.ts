import { setTimeout } from "node:timers/promises";
import { randomFrom } from "#testing/random.ts";
import { cpuOf } from "./cpu.ts";
import { round, summarise } from "./measure.ts";
import type { Bench, Row } from "./row.ts";

const NUMBERS = 768;
const PASSAGES = 500_000;
const QUESTIONS = 60;
const SEED = 31;
/** Of a turn of the work on one account, and of its patience: see index-account.ts. */
const LOOK_MS = 500;

/** How fast notes are read for their meaning while the model itself takes no time, what that costs, and how long a question then takes among many vectors. */
export async function meaning(bench: Bench): Promise<Row[]> {
  const random = randomFrom(SEED);
  bench.models.embeds(() => Array.from({ length: NUMBERS }, () => random() - 0.5));
  await bench.api("/api/models/providers", {
    name: "Vectors",
    kind: "openai",
    url: bench.models.url,
    models: { chat: "echo-large", embeddings: "embed-3" },
  });
  const reading = await readingRate(bench);
  await plantVectors(bench);
  const [asked, searched] = await questionTimes(bench, random);
  const note = `${PASSAGES} vectors of ${NUMBERS} numbers; with the call to the model`;
  return [
    ...reading,
    { name: "passages for a question, by words and by meaning", unit: "ms", figure: asked, note },
    { name: "question: search by meaning", unit: "ms", figure: searched, note },
  ];
}

type State = { index: { due: number; kept: number; passages: number; fault: string | null } };

async function readingRate(bench: Bench): Promise<Row[]> {
  const state = async () => (await bench.api<State>("/api/meaning")).index;
  await bench.visitor.client.meaning.turnOn();
  // Until the first look of the server at what is due.
  while ((await state()).kept === 0) await setTimeout(LOOK_MS / 10);
  const [begun, cpu, before] = [performance.now(), await cpuOf(bench), (await state()).kept];
  let now = await state();
  while (now.due > 0) {
    if (now.fault) throw new Error(`reading stopped: ${now.fault}`);
    await setTimeout(LOOK_MS);
    now = await state();
  }
  const seconds = (performance.now() - begun) / 1000;
  const share = ((await cpuOf(bench)) - cpu) / seconds / 10;
  const note = `${now.passages} passages of ${now.kept} notes; ${Math.round(share)} % of a core, server and database`;
  return [
    {
      name: "read for their meaning",
      unit: "notes/s",
      figure: summarise([round((now.kept - before) / seconds)]),
      note,
    },
  ];
}

/** Vectors of no text, many to a note, in all regions: made by the database, because a model would take hours. */
async function plantVectors({ owner, userId }: Bench): Promise<void> {
  await owner.query("DELETE FROM meaning_passages WHERE user_id = $1", [userId]);
  const { rows } = await owner.query<{ items: number }>(
    "SELECT count(*)::int AS items FROM meaning_items WHERE user_id = $1 AND note_id IS NOT NULL",
    [userId],
  );
  const each = Math.ceil(PASSAGES / rows[0]!.items);
  await owner.query(
    `UPDATE meaning_items SET hashes = ARRAY(SELECT md5(id::text || n) FROM generate_series(1, $2) n), due_at = NULL,
       vectors = (SELECT string_agg(sha512((id::text || n)::bytea), '') FROM generate_series(1, $2 * ${NUMBERS / 64}) n)
     WHERE user_id = $1 AND note_id IS NOT NULL`,
    [userId, each],
  );
  const bits = Array.from({ length: NUMBERS / 128 }, (_, part) => `md5(i.id::text || n || 'part ${part}')`);
  await owner.query(
    `INSERT INTO meaning_passages (item_id, user_id, place, topic, bits)
     SELECT i.id, $1, n - 1, (random() * 255)::int, ('x' || ${bits.join(" || ")})::bit(${NUMBERS})
     FROM meaning_items i, generate_series(1, $2) n WHERE i.user_id = $1 AND i.note_id IS NOT NULL`,
    [userId, each],
  );
  await owner.query("VACUUM ANALYZE meaning_passages");
  await owner.query("VACUUM ANALYZE meaning_items");
}

async function questionTimes(bench: Bench, random: () => number) {
  const word = (from: number, to: number) => bench.vocabulary[from + Math.floor(random() * (to - from))]!;
  const text = () => [word(0, 200), word(200, 5_000), word(200, 5_000), word(5_000, 40_000)].join(" ");
  const asked: number[] = [];
  const searched: number[] = [];
  const timed = async (times: number[], ask: () => Promise<unknown>) => {
    const begun = performance.now();
    await ask();
    times.push(performance.now() - begun);
  };
  for (let index = 0; index < QUESTIONS; index++) {
    await timed(asked, () => bench.api("/api/chat/preview", { text: text() }));
    await timed(searched, () => bench.api(`/api/meaning/search?query=${encodeURIComponent(text())}`));
  }
  return [summarise(asked), summarise(searched)] as const;
}
