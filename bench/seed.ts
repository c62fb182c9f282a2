import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { parseMarkdown } from "#document/markdown/parse.ts";
import { SCHEMA_VERSION } from "#document/schema-version.ts";
import { seedUpdate } from "#document/yjs/yjs.ts";
import { EMBEDDED } from "#server/db/connections.ts";
import { readPidFile } from "#server/platform/postgres/postmaster-identity.ts";
import { SOCKET_PORT } from "#server/platform/postgres/socket-folder.ts";
import { createVocabulary, createWriter, newNote } from "./text.ts";

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
 * Fills a user's account with notes like those people write, in folders, with tasks, tags and links to one another: rows and first changes of
 * their bodies past the API (which is measured on its own), and what is derived from them follows by the server itself (`derived`).
 */
export async function seedNotes(
  client: pg.Client,
  userId: string,
  folders: string[],
  count: number,
  seed = DATA_SEED + 1,
): Promise<void> {
  const writer = createWriter(createVocabulary(DATA_SEED), seed);
  const start = Date.now() - count * 60_000;
  let last = "";
  for (let done = 0; done < count; done += BATCH) {
    const notes = Array.from({ length: Math.min(BATCH, count - done) }, (_, index) => {
      const { body, ...rest } = newNote({ folders }, writer);
      const at = start + (done + index) * 60_000;
      const markdown = last === "" ? body.text : `${body.text}\n\nAfter [[${last}]].`;
      last = rest.title;
      const update = Buffer.from(seedUpdate(parseMarkdown(markdown).doc)).toString("base64");
      return { id: uuidV7(at), at: new Date(at), ...rest, update };
    });
    await client.query(INSERT_NOTES, [userId, JSON.stringify(notes), SCHEMA_VERSION]);
  }
}

const INSERT_NOTES = `WITH new AS MATERIALIZED (
    SELECT *, nextval('note_update_ids') AS seq
    FROM jsonb_to_recordset($2) AS n (id uuid, title text, tags text[], "folderId" uuid, at timestamptz, update text)
  ), notes AS (
    INSERT INTO notes_v2 (id, user_id, title, tags, folder_id, doc_seq, created_at, updated_at)
    SELECT id, $1, title, tags, "folderId", seq, at, at FROM new
  )
  INSERT INTO note_updates (id, note_id, user_id, actor_id, payload, schema_version, at)
  SELECT seq, id, $1, $1, decode(update, 'base64'), $3, at FROM new`;

/**
 * Until the text, tasks and links of every note are derived from its body.
 * @throws Error when none was derived for two minutes
 */
export async function derived(client: pg.Client): Promise<void> {
  for (let [least, at] = [Infinity, Date.now()]; ;) {
    const asked = performance.now();
    const { rows } = await client.query<{ due: number }>(
      "SELECT count(*)::int AS due FROM notes_v2 WHERE derived_seq < doc_seq",
    );
    const { due } = rows[0]!;
    if (due === 0) return;
    if (due < least) [least, at] = [due, Date.now()];
    if (Date.now() - at > 120_000) throw new Error(`${due} notes are never derived`);
    // The question reads every note of a large account, and would take the time of what it waits for.
    await setTimeout(Math.max(10, 9 * (performance.now() - asked)));
  }
}
