import { UPKEEP } from "#contract/analytics.ts";
import { SCHEMA_VERSION } from "#document/schema-version.ts";
import { signedIn } from "./browser.ts";
import { inTurn, summarise } from "./measure.ts";
import { longNote } from "./page-rows.ts";
import type { Bench, Row } from "./row.ts";

const YEAR = 365;
/** From so many notes on an account has ten years behind it, and a log of fifty changes a note. */
const LARGE = 100_000;
const CHANGES = 50;
/** Rows of a note, each of another day. */
const OF_A_NOTE = 5;
const MOST_ROWS = 100_000;
const BYTES = 8_000;

/** Years in which each of the account's notes was written in on some days, at hours of the day in which people write. */
async function plantWords({ owner, userId, size }: Bench, days: number): Promise<void> {
  const rows = Math.min(size * OF_A_NOTE, MOST_ROWS);
  await owner.query(
    `INSERT INTO word_days (user_id, note_id, day, origin, added, removed)
     SELECT $1, n.id, current_date - ((n.place * 37 + d * 71) % ${days})::int, 'typed', 40 + (n.place % 200)::int, (n.place % 30)::int
     FROM (SELECT id, row_number() OVER (ORDER BY id) AS place FROM notes_v2 WHERE user_id = $1) n, generate_series(1, ${OF_A_NOTE}) d
     LIMIT $2 ON CONFLICT DO NOTHING`,
    [userId, rows],
  );
  await owner.query(
    `INSERT INTO word_hours (user_id, note_id, day, hour, origin, added, removed, minutes)
     SELECT user_id, note_id, day, 8 + added % 12, origin, added, removed, (1::bit(60) << (added % 50)) | (3::bit(60) << (added % 40))
     FROM word_days WHERE user_id = $1 AND note_id IS NOT NULL ON CONFLICT DO NOTHING`,
    [userId],
  );
  await owner.query("ANALYZE word_days, word_hours");
}

/** Five million rows of a log that figures must not depend on. An empty change is two bytes. */
async function plantChanges({ owner, userId, size }: Bench): Promise<() => Promise<unknown>> {
  if (size < LARGE) return async () => {};
  const [{ last }] = (await owner.query<{ last: string }>("SELECT last_value AS last FROM note_update_ids"))
    .rows as [{ last: string }];
  // The server may be merging the log of a note meanwhile.
  await owner.query("BEGIN; LOCK TABLE notes_v2 IN EXCLUSIVE MODE");
  for (let change = 0; change < CHANGES; change++)
    await owner.query(
      `INSERT INTO note_updates (id, note_id, user_id, actor_id, payload, schema_version, at)
       SELECT nextval('note_update_ids'), id, user_id, user_id, '\\x0000', $2, now() - make_interval(hours => $3) FROM notes_v2 WHERE user_id = $1`,
      [userId, SCHEMA_VERSION, change * 1_000],
    );
  await owner.query("COMMIT");
  await owner.query("ANALYZE note_updates");
  return () => owner.query("DELETE FROM note_updates WHERE user_id = $1 AND id > $2", [userId, last]);
}

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** What the page of analytics asks for, of a month and of a year; of a large account with ten years behind it. */
export async function analytics(bench: Bench): Promise<Row[]> {
  await plantWords(bench, bench.size < LARGE ? YEAR : 10 * YEAR);
  const forgetChanges = await plantChanges(bench);
  const month = `from=${daysAgo(29)}&to=${daysAgo(0)}`;
  const year = `from=${daysAgo(YEAR - 1)}&to=${daysAgo(0)}`;
  const asked = {
    "figures of 30 days": `analytics?${month}`,
    "figures of a year": `analytics?${year}`,
    "a year by folder": `breakdown?${year}&by=folder`,
    "a year by tag": `breakdown?${year}&by=tag`,
    "a year by project": `breakdown?${year}&by=project`,
    "a year by author": `authors?${year}`,
    "sessions of a year": `sessions?${year}`,
    "notes behind a year": `notes?${year}`,
    "tasks done in a year": `tasks?${year}&which=done`,
    "hours of a year's calendar": `time?${year}`,
    "language of a year": `language?${year}`,
    ...Object.fromEntries(
      UPKEEP.map((which) => [`upkeep of a year, ${which}`, `upkeep?${year}&which=${which}`]),
    ),
  };
  const [bare, ...figures] = await inTurn(
    30,
    () => bench.floor.get(BYTES),
    ...Object.values(asked).map((path) => () => bench.api(`/api/insights/${path}`)),
  );
  await forgetChanges();
  await bench.owner.query("DELETE FROM word_hours WHERE user_id = $1", [bench.userId]);
  await bench.owner.query("DELETE FROM word_days WHERE user_id = $1", [bench.userId]);
  return Object.keys(asked).map((name, index): Row => ({
    name: `analytics: ${name}`,
    unit: "ms",
    figure: figures[index]!,
    floor: bare!,
    floorName: "bare HTTP",
  }));
}

const CHECKS = 31;
const LONG = 20_000;

/** How long the worker takes to check a long note; each time in a page that was just opened. */
export async function seo(bench: Bench): Promise<Row[]> {
  const noteId = await longNote(bench, LONG);
  const context = await signedIn(bench);
  const page = await context.newPage();
  const times: number[] = [];
  for (let run = 0; run < CHECKS; run++) {
    await page.goto(`${bench.server.url}/app/seo?note=${noteId}`);
    const told = page.locator("[data-ms]");
    await told.waitFor();
    times.push(Number(await told.getAttribute("data-ms")));
  }
  await context.close();
  // The first fills the caches.
  return [{ name: "search engines, check of 20,000 words", unit: "ms", figure: summarise(times.slice(1)) }];
}
