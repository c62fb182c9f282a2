import { join } from "node:path";
import pg from "pg";
import { uuidV7 } from "#contract/uuid-v7.ts";
import { plainTextDoc } from "#document/plain-text.ts";
import { SCHEMA_VERSION } from "#document/schema-version.ts";
import { seedUpdate } from "#document/yjs.ts";
import { EMBEDDED } from "#server/db/connections.ts";
import { readPidFile } from "#server/platform/postgres/postmaster-identity.ts";
import { SOCKET_PORT } from "#server/platform/postgres/socket-folder.ts";
import { createVocabulary, createWriter } from "./text.ts";

const BATCH = 200;
const DATA_SEED = 7;

/** The owner's connection to the database of a running server. */
export async function connectAsOwner(dataDir: string): Promise<pg.Client> {
  const [, , , , socketFolder] = await readPidFile(join(dataDir, "postgres"));
  const client = new pg.Client({
    host: socketFolder,
    port: SOCKET_PORT,
    user: EMBEDDED.ownerRole,
    database: EMBEDDED.database,
  });
  await client.connect();
  return client;
}

/**
 * Fills a user's account with notes like those people write, past the API (which is measured on its own): row, first
 * change of the body and what is derived from it, in batches.
 */
export async function seedNotes(
  client: pg.Client,
  userId: string,
  count: number,
): Promise<{ vocabulary: string[] }> {
  const vocabulary = createVocabulary(DATA_SEED);
  const writer = createWriter(vocabulary, DATA_SEED + 1);
  const start = Date.now() - count * 60_000;
  for (let done = 0; done < count; done += BATCH) {
    const size = Math.min(BATCH, count - done);
    const notes = Array.from({ length: size }, (_, index) => {
      const body = writer.body();
      const at = start + (done + index) * 60_000;
      return {
        id: uuidV7(at),
        title: writer.title(),
        body,
        at: new Date(at),
        update: Buffer.from(seedUpdate(plainTextDoc(body))),
      };
    });
    await client.query(
      `WITH new AS (
         SELECT * FROM unnest($2::uuid[], $3::text[], $4::text[], $5::timestamptz[], $6::bytea[]) AS n (id, title, body, at, payload)
       ), numbered AS (SELECT *, nextval('note_update_ids') AS seq FROM new), notes AS (
         INSERT INTO notes_v2 (id, user_id, title, text, content, excerpt, word_count, doc_seq, derived_seq, created_at, updated_at)
         SELECT id, $1, title, body, '<p>' || body || '</p>', left(body, 200), 350, seq, seq, at, at FROM numbered
       )
       INSERT INTO note_updates (id, note_id, user_id, actor_id, payload, schema_version, at)
       SELECT seq, id, $1, $1, payload, $7, at FROM numbered`,
      [
        userId,
        notes.map((note) => note.id),
        notes.map((note) => note.title),
        notes.map((note) => note.body),
        notes.map((note) => note.at),
        notes.map((note) => note.update),
        SCHEMA_VERSION,
      ],
    );
  }
  await client.query("ANALYZE");
  return { vocabulary };
}
