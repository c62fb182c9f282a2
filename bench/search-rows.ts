import { randomFrom } from "#testing/random.ts";
import { inTurn, summarise } from "./measure.ts";
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
  const counts = new Map<string, { planted: number; found: number }>();
  for (let index = 0; index < QUERIES; index++)
    for (const [kind, queries] of kinds) {
      const query = queries[index]!;
      const startedAt = performance.now();
      const { hits } = await find(query);
      cold.set(kind, [...(cold.get(kind) ?? []), performance.now() - startedAt]);
      const count = counts.get(kind) ?? { planted: 0, found: 0 };
      const isPlanted = (await owner.query(...FLOORS[kind]!(userId, query))).rows.length > 0;
      counts.set(kind, {
        planted: count.planted + Number(isPlanted),
        found: count.found + Number(isPlanted && hits.length > 0),
      });
    }
  const made: Row[] = [];
  for (const [kind, queries] of kinds) {
    const [figure, floor] = await inTurn(
      QUERIES,
      (index) => find(queries[index]!),
      (index) => owner.query(...FLOORS[kind]!(userId, queries[index]!)),
    );
    const { planted, found } = counts.get(kind)!;
    const note = `${found} of ${planted} planted found`;
    const rest = { unit: "ms", note } as const;
    const floorName = "its own SQL";
    made.push({ name: `search: ${kind}`, figure: figure!, floor: floor!, floorName, ...rest });
    made.push({ name: `search, cold: ${kind}`, figure: summarise(cold.get(kind)!), ...rest });
  }
  return made;
}

type Floor = (userId: string, query: string) => [text: string, values: string[]];

const lookUp =
  (tsquery: string): Floor =>
  (userId, query) => [
    `SELECT note_id FROM note_search WHERE user_id = $1 AND words @@ ${tsquery} LIMIT 20`,
    [userId, query.replaceAll('"', "")],
  ];

/** The words of the account that a condition picks, and what holds any of them. */
const lookUpWords = (condition: string): Floor =>
  lookUp(
    `(SELECT string_agg(quote_literal(word), ' | ')::tsquery FROM (
       SELECT word FROM note_words WHERE user_id = $1 AND NOT word ^@ '=' AND word <> '' AND ${condition} LIMIT 20) AS words)`,
  );

/** What each kind of search has to do at least, asked of the same tables past the application. */
const FLOORS: Record<string, Floor> = {
  "rare word": lookUp("plainto_tsquery('simple', $2)"),
  "common word": lookUp("plainto_tsquery('simple', $2)"),
  phrase: lookUp("phraseto_tsquery('simple', $2)"),
  prefix: lookUp("(quote_literal($2::text) || ':*')::tsquery"),
  substring: lookUpWords("word LIKE '%' || $2 || '%'"),
  misspelled: lookUpWords("word % $2"),
};

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
    misspelled: () =>
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
