import { randomFrom } from "#testing/random.ts";
import { repeat, summarise } from "./measure.ts";
import type { Bench, Row } from "./row.ts";

const QUERIES = 200;
const QUERY_SEED = 11;

/**
 * Six kinds of searches through HTTP, as the application's role. Cold: each query for the first time, server and database just
 * started. Warm: the same queries again.
 */
export async function search(bench: Bench): Promise<Row[]> {
  const kinds = await makeQueries(bench);
  await bench.restart();
  const { owner, userId } = bench;
  const find = (query: string) =>
    bench.api<{ hits: unknown[] }>(`/api/search?limit=20&query=${encodeURIComponent(query)}`);
  const cold = new Map<string, number[]>();
  const found = new Map<string, number>();
  for (let index = 0; index < QUERIES; index++)
    for (const [kind, queries] of kinds) {
      const startedAt = performance.now();
      const { hits } = await find(queries[index]!);
      cold.set(kind, [...(cold.get(kind) ?? []), performance.now() - startedAt]);
      if (hits.length > 0) found.set(kind, (found.get(kind) ?? 0) + 1);
    }
  const made: Row[] = [];
  for (const [kind, queries] of kinds) {
    const figure = await repeat(QUERIES, (index) => find(queries[index]!));
    const floor = await repeat(QUERIES, (index) =>
      owner.query(
        "SELECT note_id FROM note_search WHERE user_id = $1 AND words @@ plainto_tsquery('simple', $2) LIMIT 20",
        [userId, queries[index]!.replaceAll('"', "")],
      ),
    );
    const note = `${found.get(kind) ?? 0} of ${QUERIES} found something`;
    const floorName = "raw SQL";
    made.push({ name: `search: ${kind}`, unit: "ms", figure, floor, floorName, note });
    made.push({ name: `search, cold: ${kind}`, unit: "ms", figure: summarise(cold.get(kind)!), note });
  }
  return made;
}

async function makeQueries({ owner, userId, vocabulary }: Bench): Promise<Map<string, string[]>> {
  const random = randomFrom(QUERY_SEED);
  const { rows } = await owner.query<{ text: string }>(
    "SELECT text FROM notes_v2 WHERE user_id = $1 AND length(text) > 1000 ORDER BY id LIMIT 400",
    [userId],
  );
  const textAt = () => rows[Math.floor(random() * rows.length)]!.text;
  const ranked = (from: number, to: number) => vocabulary[from + Math.floor(random() * (to - from))]!;
  const kinds: Record<string, () => string> = {
    "rare word": () => ranked(20_000, 50_000),
    "common word": () => ranked(0, 20),
    phrase: () => {
      const words = textAt().split(/\s+/);
      const at = Math.floor(random() * (words.length - 3));
      return `"${words
        .slice(at, at + 3)
        .join(" ")
        .replaceAll(".", " ")}"`;
    },
    prefix: () => ranked(500, 5_000).slice(0, 4),
    substring: () => ranked(2_000, 20_000).slice(1, 6),
    misspelt: () =>
      misspell(
        latin(() => ranked(2_000, 20_000)),
        random,
      ),
  };
  return new Map(Object.entries(kinds).map(([kind, make]) => [kind, Array.from({ length: QUERIES }, make)]));
}

/** Scripts without an alphabet are not misspelt by letters. */
function latin(pick: () => string): string {
  for (;;) {
    const word = pick();
    if (/^[a-zа-я]{5,}$/.test(word)) return word;
  }
}

/** What fingers do: two letters swapped, one left out, one doubled, one beside it. */
function misspell(word: string, random: () => number): string {
  const at = Math.floor(random() * (word.length - 1));
  const [before, letter, next, after] = [word.slice(0, at), word[at]!, word[at + 1]!, word.slice(at + 2)];
  const ways = [
    before + next + letter + after,
    before + next + after,
    before + letter + letter + next + after,
    `${before}x${next}${after}`,
  ];
  const wrong = ways[Math.floor(random() * ways.length)]!;
  return wrong === word ? ways[1]! : wrong;
}
