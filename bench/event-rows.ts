import { inTurn } from "./measure.ts";
import type { Bench, Row } from "./row.ts";

const EVENTS = 10_000;
const RULES = 1_000;
const MONTH_BYTES = 900_000;

/** Twelve years of events of their own, and rules of days, weeks and months that began in the years before. */
async function plantEvents({ owner, userId }: Bench): Promise<void> {
  await owner.query(
    "INSERT INTO calendars (id, user_id, name, color) VALUES (gen_random_uuid(), $1, 'Bench', 'cyan')",
    [userId],
  );
  const columns = `id, user_id, calendar_id, title, date, "time", end_date, end_time, time_zone, repeat, first_day, last_day`;
  const calendar = "(SELECT id FROM calendars WHERE user_id = $1 AND name = 'Bench')";
  await owner.query(
    `INSERT INTO calendar_events (${columns})
     SELECT gen_random_uuid(), $1, ${calendar}, 'Event number ' || n, day, lpad((n % 24)::text, 2, '0') || ':00', day,
       lpad((n % 24)::text, 2, '0') || ':45', 'Europe/Oslo', NULL, day, day
     FROM (SELECT n, current_date - 2190 + (n * 4380 / $2::int) AS day FROM generate_series(1, $2::int) AS n) AS days`,
    [userId, EVENTS],
  );
  await owner.query(
    `INSERT INTO calendar_events (${columns})
     SELECT gen_random_uuid(), $1, ${calendar}, 'Series number ' || n, day, '09:30', day, '10:00', 'America/New_York',
       (ARRAY['FREQ=DAILY;INTERVAL=3', 'FREQ=WEEKLY;BYDAY=MO,TH', 'FREQ=WEEKLY', 'FREQ=MONTHLY;BYDAY=2TU', 'FREQ=YEARLY'])[1 + n % 5],
       day, '9999-12-31'
     FROM (SELECT n, current_date - 3 * n AS day FROM generate_series(1, $2::int) AS n) AS days`,
    [userId, RULES],
  );
  await owner.query("ANALYZE calendar_events");
}

/** A month of a person with a full calendar. */
export async function events(bench: Bench): Promise<Row[]> {
  await plantEvents(bench);
  const first = new Date();
  first.setUTCDate(1);
  const from = first.toISOString().slice(0, 10);
  const to = new Date(first.getTime() + 41 * 86_400_000).toISOString().slice(0, 10);
  const address = `/api/events?from=${from}&to=${to}&timeZone=Europe/Berlin`;
  const [bare, month] = await inTurn(
    100,
    () => bench.floor.get(MONTH_BYTES),
    // As the page asks, which reckons what repeats.
    () => bench.api(`${address}&instances=false`),
  );
  // By itself: the garbage of so many instances is collected while others are measured.
  const [written] = await inTurn(100, () => bench.api(address));
  await bench.owner.query("DELETE FROM calendars WHERE user_id = $1 AND name = 'Bench'", [bench.userId]);
  const name = "calendar, 10,000 events and 1,000 rules: a month";
  const row = { unit: "ms", floor: bare!, floorName: "bare HTTP" } as const;
  return [
    { ...row, name, figure: month! },
    { ...row, name: `${name}, each instance written out`, figure: written! },
  ];
}
