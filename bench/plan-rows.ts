import { inTurn } from "./measure.ts";
import type { Bench, Row } from "./row.ts";

const TASKS = 10_000;
const FEW_BYTES = 10_000;
const TITLE = "Plan number ";

/** Half of them done with their times, the others due within a year; each third one is important. */
async function plantTasks({ owner, userId }: Bench): Promise<void> {
  await owner.query(
    `INSERT INTO tasks (id, user_id, title, completed, completed_at, due_date, priority, estimate_minutes, spent_minutes)
     SELECT gen_random_uuid(), $1, $3 || n, n % 2 = 0, CASE WHEN n % 2 = 0 THEN now() - n * interval '10 minutes' END,
       current_date + (n % 365) - 5, CASE WHEN n % 3 = 0 THEN 'high' ELSE 'medium' END, 15 + n % 60, n % 90
     FROM generate_series(1, $2::int) AS n`,
    [userId, TASKS, TITLE],
  );
  await owner.query("ANALYZE tasks");
}

/** The plan of a day of a person with many tasks, and what many notes say about an event. */
export async function plan(bench: Bench): Promise<Row[]> {
  await plantTasks(bench);
  const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const end = new Date(Date.now() + 14 * 86_400_000).toISOString().slice(0, 10);
  const words = bench.vocabulary.slice(20, 24).join(" ");
  const { id } = await bench.api<{ id: string }>("/api/events", { title: words, date: day, time: "10:00" });
  const paths = {
    "plan of a day, 10,000 tasks": `/api/planning/day?day=${day}`,
    "free slots of two weeks": `/api/planning/free-slots?from=${day}&to=${end}`,
    "brief of an event": `/api/events/${id}/brief`,
  };
  const [bare, ...figures] = await inTurn(
    60,
    () => bench.floor.get(FEW_BYTES),
    ...Object.values(paths).map((path) => () => bench.api(path)),
  );
  await bench.owner.query("DELETE FROM tasks WHERE user_id = $1 AND title LIKE $2 || '%'", [
    bench.userId,
    TITLE,
  ]);
  await bench.owner.query("DELETE FROM calendar_events WHERE id = $1", [id]);
  return Object.keys(paths).map((name, index): Row => ({
    name,
    unit: "ms",
    figure: figures[index]!,
    floor: bare!,
    floorName: "bare HTTP",
  }));
}
