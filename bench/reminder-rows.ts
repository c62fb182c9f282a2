import { setTimeout as pause } from "node:timers/promises";
import { createVisitor } from "#testing/test-app.ts";
import { summarise } from "./measure.ts";
import { BENCH_PASSWORD, type Bench, type Row } from "./row.ts";

const REMINDERS = 10_000;
const PEOPLE = 20;
const RUNG_WITHIN_MS = 180_000;

/** Everybody has set them for nine o'clock: how long after that each has rung, in the app. */
export async function reminders(bench: Bench): Promise<Row[]> {
  const { owner } = bench;
  const people = await Promise.all(Array.from({ length: PEOPLE }, (_, index) => aPerson(bench, index)));
  await owner.query(
    `INSERT INTO reminders (id, user_id, note_id, reminder_date, local_time, time_zone, frequency, status)
     SELECT gen_random_uuid(), p.user_id, p.note_id, at, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI'), 'UTC', 'once', 'pending'
     FROM (SELECT now() + interval '3 seconds' AS at) AS due, generate_series(1, $2::int),
       jsonb_to_recordset($1::jsonb) AS p (user_id uuid, note_id uuid)`,
    [JSON.stringify(people), REMINDERS / PEOPLE],
  );
  const ids = people.map(({ user_id: userId }) => userId);
  const until = performance.now() + RUNG_WITHIN_MS;
  const waiting = async () =>
    Number(
      (
        await owner.query("SELECT count(*) FROM reminders WHERE status = 'pending' AND user_id = ANY ($1)", [
          ids,
        ])
      ).rows[0].count,
    );
  while ((await waiting()) > 0) {
    if (performance.now() > until) throw new Error("reminders that are due do not ring");
    await pause(250);
  }
  const { rows } = await owner.query<{ late: number }>(
    "SELECT extract(epoch FROM last_rung_at - reminder_date)::float * 1000 AS late FROM reminders WHERE user_id = ANY ($1)",
    [ids],
  );
  await owner.query("DELETE FROM reminders WHERE user_id = ANY ($1)", [ids]);
  const figure = summarise(rows.map(({ late }) => late));
  return [{ name: "10,000 reminders due at once: due to rung", unit: "ms", figure }];
}

async function aPerson({ server }: Bench, index: number) {
  const { client } = createVisitor(server.url);
  const email = `reminded-${index}@example.com`;
  const { session } = await client.accounts.register({ name: "R", email, password: BENCH_PASSWORD });
  const { id } = await client.notes.create({ title: "Nine o'clock" });
  return { user_id: session!.user.id, note_id: id };
}
