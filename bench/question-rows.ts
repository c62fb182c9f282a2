import { randomFrom } from "#testing/random.ts";
import { summarise } from "./measure.ts";
import type { Bench, Row } from "./row.ts";

const QUESTIONS = 200;
const SEED = 23;

/** Questions that no note has all words of, as the search box asks them, and the notes that are related to one. */
export async function questions(bench: Bench): Promise<Row[]> {
  const random = randomFrom(SEED);
  const word = (from: number, to: number) => bench.vocabulary[from + Math.floor(random() * (to - from))]!;
  const times: number[] = [];
  let answered = 0;
  for (let index = 0; index < QUESTIONS; index++) {
    const words = [
      ...[0, 1, 2].map(() => word(0, 200)),
      ...[0, 1, 2].map(() => word(200, 5_000)),
      ...[0, 1].map(() => word(5_000, 40_000)),
    ];
    const begun = performance.now();
    const { hits } = await bench.api<{ hits: unknown[] }>(
      `/api/search?limit=20&someWords=true&query=${encodeURIComponent(words.join(" "))}`,
    );
    times.push(performance.now() - begun);
    if (hits.length > 0) answered++;
  }
  const { rows } = await bench.owner.query<{ id: string }>(
    "SELECT id FROM notes_v2 WHERE user_id = $1 AND length(text) > 500 ORDER BY id LIMIT 100",
    [bench.userId],
  );
  const related: number[] = [];
  for (const { id } of rows) {
    const begun = performance.now();
    await bench.api(`/api/notes/${id}/related`);
    related.push(performance.now() - begun);
  }
  return [
    {
      name: "question of eight words",
      unit: "ms",
      figure: summarise(times),
      note: `${answered} of ${QUESTIONS} answered`,
    },
    { name: "related notes", unit: "ms", figure: summarise(related) },
  ];
}
