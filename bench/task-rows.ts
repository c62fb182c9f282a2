import { readQuickAdd } from "#language/quick-add.ts";
import { inTurn, round, summarise } from "./measure.ts";
import type { Bench, Row } from "./row.ts";

const TASKS = 10_000;
const LIST_BYTES = 40_000;
const PHRASES = [
  "call Ana tomorrow 5pm #home !high every month ~30m",
  "lunch with Ana friday 12-13 at Luigi's",
  "renew the passport by 24.12.2026 remind me 2 days before",
  "water the plants every 3 days",
  "buy 5 eggs and read chapter 3",
];

/** Beside the account's notes: half of them done, most with a day within a year, some on My Day. */
async function plantTasks({ owner, userId }: Bench): Promise<void> {
  await owner.query(
    `INSERT INTO tasks (id, user_id, title, completed, completed_at, due_date, my_day, tags)
     SELECT gen_random_uuid(), $1, 'Task number ' || n, n % 2 = 0, CASE WHEN n % 2 = 0 THEN now() - n * interval '1 minute' END,
       CASE WHEN n % 5 > 0 THEN current_date + (n % 365) - 30 END, CASE WHEN n % 50 = 1 THEN current_date END,
       ARRAY['tag' || n % 20]
     FROM generate_series(1, $2::int) AS n`,
    [userId, TASKS],
  );
  await owner.query("ANALYZE tasks, planner_search");
}

/** The views of a person with many tasks, and how long a sentence takes to be understood. */
export async function tasks(bench: Bench): Promise<Row[]> {
  await plantTasks(bench);
  const today = new Date().toISOString().slice(0, 10);
  const views = {
    "My Day": `completed=false&onDay=${today}`,
    Upcoming: "completed=false&dated=true",
    Anytime: "completed=false&sort=position",
    "by tag": "completed=false&tag=tag7",
    Done: "completed=true&sort=completed",
  };
  const [bare, ...listed] = await inTurn(
    150,
    () => bench.floor.get(LIST_BYTES),
    ...Object.values(views).map((query) => () => bench.api(`/api/tasks?limit=100&${query}`)),
    // Every task has the word.
    () => bench.api("/api/tasks/search?query=number&limit=20"),
  );
  await bench.owner.query("DELETE FROM tasks WHERE user_id = $1 AND title LIKE 'Task number %'", [
    bench.userId,
  ]);
  const times = Array.from({ length: 400 }, (_, index) => {
    const began = performance.now();
    readQuickAdd(PHRASES[index % PHRASES.length]!, { now: new Date("2026-11-21T10:00:00Z") });
    return round(performance.now() - began);
  });
  return [
    ...[...Object.keys(views), "search"].map((name, index): Row => ({
      name: `tasks, 10,000: ${name}`,
      unit: "ms",
      figure: listed[index]!,
      floor: bare!,
      floorName: "bare HTTP",
    })),
    // The first loads what reads it.
    { name: "quick add, a phrase", unit: "ms", figure: summarise(times.slice(1)) },
  ];
}
