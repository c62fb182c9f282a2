import { join } from "node:path";
import pg from "pg";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { plainTextDoc } from "#document/text/plain-text.ts";
import { SCHEMA_VERSION } from "#document/schema-version.ts";
import { seedUpdate } from "#document/yjs/yjs.ts";
import { EMBEDDED } from "#server/db/connections.ts";
import { readPidFile } from "#server/platform/postgres/postmaster-identity.ts";
import { SOCKET_PORT } from "#server/platform/postgres/socket-folder.ts";
import { createVocabulary, createWriter } from "./text.ts";

const BATCH = 200;
export const DATA_SEED = 7;

/** The owner's connection to the database of a running server. */
export async function connectAsOwner(dataDir: string): Promise<pg.Client> {
  const [, , , , socketFolder] = await readPidFile(join(dataDir, "postgres"));
  const client = new pg.Client({
    host: socketFolder,
    port: SOCKET_PORT,
    user: EMBEDDED.ownerRole,
    database: EMBEDDED.database,
  });
  // The server may be stopped under it, between two rows.
  client.on("error", () => {});
  await client.connect();
  return client;
}

/**
 * Fills a user's account with notes like those people write, past the API (which is measured on its own): row, first
 * change of the body and what is derived from it, in batches; what search needs in bulk at the end, as a migration would.
 */
export async function seedNotes(
  client: pg.Client,
  userId: string,
  count: number,
  seed = DATA_SEED + 1,
): Promise<void> {
  const writer = createWriter(createVocabulary(DATA_SEED), seed);
  const start = Date.now() - count * 60_000;
  const indexing = await searchTrigger(client);
  await client.query(`ALTER TABLE notes_v2 DISABLE TRIGGER ${indexing}`);
  for (let done = 0; done < count; done += BATCH) {
    const notes = Array.from({ length: Math.min(BATCH, count - done) }, (_, index) => {
      const body = writer.body();
      const at = start + (done + index) * 60_000;
      const update = Buffer.from(seedUpdate(plainTextDoc(body)));
      return { id: uuidV7(at), title: writer.title(), body, at: new Date(at), update };
    });
    await client.query(INSERT_NOTES, [
      userId,
      notes.map((note) => note.id),
      notes.map((note) => note.title),
      notes.map((note) => note.body),
      notes.map((note) => note.at),
      notes.map((note) => note.update),
      SCHEMA_VERSION,
    ]);
  }
  await client.query(`ALTER TABLE notes_v2 ENABLE TRIGGER ${indexing}`);
  await indexAll(client, userId);
  await client.query("VACUUM ANALYZE");
}

/** What keeps the index up to date row by row; older commits have it under another name. */
async function searchTrigger(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ tgname: string }>(
    "SELECT tgname FROM pg_trigger WHERE tgrelid = 'notes_v2'::regclass AND tgname LIKE '%note_search'",
  );
  return rows[0]!.tgname;
}

const INSERT_NOTES = `WITH new AS (
    SELECT * FROM unnest($2::uuid[], $3::text[], $4::text[], $5::timestamptz[], $6::bytea[]) AS n (id, title, body, at, payload)
  ), numbered AS (SELECT *, nextval('note_update_ids') AS seq FROM new), notes AS (
    INSERT INTO notes_v2 (id, user_id, title, text, content, excerpt, word_count, doc_seq, derived_seq, created_at, updated_at)
    SELECT id, $1, title, body, '<p>' || body || '</p>', left(body, 200), 350, seq, seq, at, at FROM numbered
  )
  INSERT INTO note_updates (id, note_id, user_id, actor_id, payload, schema_version, at)
  SELECT seq, id, $1, $1, payload, $7, at FROM numbered`;

async function indexAll(client: pg.Client, userId: string): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT indexname AS name, indexdef AS definition FROM pg_indexes
     WHERE tablename IN ('note_search', 'note_words') AND indexdef NOT LIKE '%UNIQUE%'`,
  );
  const targets = await client.query<{ name: string; column: number; target: number }>(
    `SELECT c.relname AS name, a.attnum::int AS column, a.attstattarget::int AS target FROM pg_attribute a
     JOIN pg_class c ON c.oid = a.attrelid WHERE c.relname = ANY ($1) AND a.attstattarget >= 0`,
    [rows.map(({ name }) => name)],
  );
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
  await client.query(
    "INSERT INTO note_search (note_id, user_id, words) SELECT id, user_id, search_words(title, tags, text) FROM notes_v2 WHERE user_id = $1",
    [userId],
  );
  await client.query(
    `INSERT INTO note_words (user_id, word, notes)
     SELECT user_id, word, count(*) FROM note_search, LATERAL vocabulary_of(words) AS word WHERE user_id = $1 GROUP BY user_id, word
     UNION ALL SELECT user_id, '', count(*) FROM note_search WHERE user_id = $1 GROUP BY user_id`,
    [userId],
  );
  for (const { definition } of rows) await client.query(definition);
  for (const { name, column, target } of targets.rows)
    await client.query(`ALTER INDEX ${name} ALTER COLUMN ${column} SET STATISTICS ${target}`);
}
