import { SCHEMA_VERSION } from "#document/schema-version.ts";
import type { Bench } from "./row.ts";

export const YEAR = 365;
/** From so many notes on an account has ten years behind it, and a log of fifty changes a note. */
const LARGE = 100_000;
const CHANGES = 50;
/** Rows of a note that was written in, each of another day. */
const OF_A_NOTE = 5;

/**
 * Years in which a tenth of the account's notes was written in on some days, at hours of the day in which people write; half of the notes were
 * imported this year. At 100,000 notes these are the 100,000 rows that an account keeps (`MOST_WORD_ROWS`).
 */
async function plantWords({ owner, userId }: Bench, days: number): Promise<void> {
  await owner.query("DELETE FROM word_hours WHERE user_id = $1", [userId]);
  await owner.query("DELETE FROM word_days WHERE user_id = $1", [userId]);
  const placed = "(SELECT id, row_number() OVER (ORDER BY id) AS place FROM notes_v2 WHERE user_id = $1) n";
  await owner.query(
    `INSERT INTO word_days (user_id, note_id, day, origin, added, removed)
     SELECT $1, n.id, current_date - ((n.place * 37 + d * 71) % ${days})::int, 'typed', 40 + (n.place % 200)::int, (n.place % 30)::int
     FROM ${placed}, generate_series(1, ${OF_A_NOTE}) d WHERE n.place % 10 = 0
     UNION ALL SELECT $1, n.id, current_date - 100 - (n.place % 10)::int, 'import', 350, 0 FROM ${placed} WHERE n.place % 2 = 0
     ON CONFLICT DO NOTHING`,
    [userId],
  );
  await owner.query(
    `INSERT INTO word_hours (user_id, note_id, day, hour, origin, added, removed, minutes)
     SELECT user_id, note_id, day, 8 + added % 12, origin, added, removed, CASE origin WHEN 'typed' THEN (1::bit(60) << (added % 50)) | (3::bit(60) << (added % 40)) ELSE 0::bit(60) END
     FROM word_days WHERE user_id = $1 AND note_id IS NOT NULL ON CONFLICT DO NOTHING`,
    [userId],
  );
  await owner.query("ANALYZE word_days, word_hours");
}

const PROJECTS = 10;
const TASKS = 5_000;

/** What the figures are grouped by, as one who keeps order has it: folders, tags, projects, links between notes and to some that are gone, tasks. */
async function plantPlaces({ owner, userId, folders, visitor }: Bench): Promise<() => Promise<void>> {
  const projects = await Promise.all(
    Array.from({ length: PROJECTS }, (_, at) => visitor.client.projects.create({ title: `Figures ${at}` })),
  );
  const own = projects.map(({ folderId }) => folderId!);
  await updateNotes(
    owner,
    // Their words are not counted beside those that are planted.
    `UPDATE notes_v2 n SET words_seq = n.doc_seq, updated_at = n.updated_at - make_interval(days => (p.place % 700)::int),
       folder_id = ($2::uuid[])[p.place % ($3 + 1)], tags = ARRAY(SELECT 'tag' || (p.place * 7 + t * 11) % 60 FROM generate_series(1, p.place % 4) t)
     FROM (SELECT id, row_number() OVER (ORDER BY id) AS place FROM notes_v2 WHERE user_id = $1) p WHERE n.id = p.id`,
    [userId, [...folders, ...own], folders.length + own.length],
  );
  await owner.query(
    `INSERT INTO note_links (note_id, user_id, kind, target)
     SELECT p.id, $1, 'title', lower(trim(CASE WHEN p.place % 50 = 0 THEN 'gone ' || p.place ELSE p.next END))
     FROM (SELECT id, row_number() OVER (ORDER BY id) AS place, lead(title, 7) OVER (ORDER BY id) AS next FROM notes_v2 WHERE user_id = $1) p
     WHERE p.place % 3 = 0 AND p.next IS NOT NULL
     UNION ALL
     SELECT p.id, $1, 'note', CASE WHEN p.place % 50 = 1 THEN gen_random_uuid() ELSE p.next END::text
     FROM (SELECT id, row_number() OVER (ORDER BY id) AS place, lead(id, 3) OVER (ORDER BY id) AS next FROM notes_v2 WHERE user_id = $1) p
     WHERE p.place % 3 > 0 AND p.next IS NOT NULL ON CONFLICT DO NOTHING`,
    [userId],
  );
  await owner.query(
    `INSERT INTO tasks (id, user_id, title, completed, completed_at, due_date)
     SELECT gen_random_uuid(), $1, 'Figures task ' || n, n % 3 > 0, CASE WHEN n % 3 > 0 THEN now() - n * interval '2 hours' END, current_date - n % 400
     FROM generate_series(1, $2::int) AS n`,
    [userId, TASKS],
  );
  await owner.query("VACUUM ANALYZE notes_v2, note_links, tasks");
  return async () => {
    await owner.query("DELETE FROM note_links WHERE user_id = $1", [userId]);
    await owner.query("DELETE FROM tasks WHERE user_id = $1 AND title LIKE 'Figures task %'", [userId]);
    await updateNotes(
      owner,
      "UPDATE notes_v2 SET updated_at = created_at, folder_id = NULL, tags = '{}' WHERE user_id = $1",
      [userId],
    );
    for (const { id: projectId } of projects) await visitor.client.projects.remove({ projectId });
    await owner.query("DELETE FROM folders WHERE id = ANY ($1)", [own]);
    await owner.query("VACUUM ANALYZE notes_v2");
  };
}

/** Without what search and sharing make of each. */
async function updateNotes(owner: Bench["owner"], sql: string, values: unknown[]): Promise<void> {
  await owner.query("ALTER TABLE notes_v2 DISABLE TRIGGER USER");
  await owner.query(sql, values);
  await owner.query("ALTER TABLE notes_v2 ENABLE TRIGGER USER");
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

/** Plants what figures are made of; what it answers with takes all of it away. */
export async function plantFigures(bench: Bench): Promise<() => Promise<void>> {
  const { owner, userId, size } = bench;
  const forgetPlaces = await plantPlaces(bench);
  await plantWords(bench, size < LARGE ? YEAR : 10 * YEAR);
  const forgetChanges = await plantChanges(bench);
  return async () => {
    await forgetChanges();
    await owner.query("DELETE FROM word_hours WHERE user_id = $1", [userId]);
    await owner.query("DELETE FROM word_days WHERE user_id = $1", [userId]);
    await forgetPlaces();
  };
}
