import pg from "pg";
import { applyMigrations, readMigrations } from "#server/db/migrate.ts";
import type { RoleMode } from "#server/db/roles.ts";
import { anEmptyDatabase } from "../installation.ts";
import type { TestDatabase } from "../test-database.ts";

/** A database as an earlier Cairn left it, after so many migrations, with rows of every kind that people make. */
export async function aDatabaseAt(level: number, mode: RoleMode = "separate"): Promise<TestDatabase> {
  const database = await anEmptyDatabase(mode);
  const owner = new pg.Client(database.connections.owner);
  await owner.connect();
  await migrateTo(owner, Math.min(level, FIRST_WITH_ROWS));
  if (level >= FIRST_WITH_ROWS) {
    await database.asSuperuser(ROWS);
    await migrateTo(owner, level);
  }
  await owner.end();
  return database;
}

async function migrateTo(owner: pg.Client, level: number): Promise<void> {
  await owner.query("BEGIN");
  await applyMigrations(owner, readMigrations().slice(0, level));
  await owner.query("COMMIT");
}

/** Rows are put in at the first level that was ever released, and every later level is reached with them. */
export const FIRST_WITH_ROWS = 2;
const ROWS = `
  INSERT INTO auth.users (id, name, email) SELECT ('00000000-0000-7000-8000-00000000000' || u)::uuid, 'User ' || u, u || '@example.com' FROM generate_series(1, 3) u;
  INSERT INTO auth.accounts (id, account_id, provider_id, user_id, password) SELECT gen_random_uuid(), id::text, 'credential', id, 'scrypt:x' FROM auth.users;
  INSERT INTO auth.sessions (id, expires_at, token, user_id) SELECT gen_random_uuid(), now() + interval '9 days', id::text, id FROM auth.users;
  INSERT INTO user_profiles (id, email, display_name) SELECT id, email, name FROM auth.users;
  INSERT INTO folders (id, user_id, name) SELECT md5(id || 'f')::uuid, id, 'Folder' FROM auth.users;
  INSERT INTO notes_v2 (id, user_id, title, tags, text, content, folder_id, doc_seq, derived_seq, trashed_at)
    SELECT md5(u.id::text || n)::uuid, u.id, 'Title ' || n, ARRAY['tag' || n % 3, 'Größe'], 'aardvark 日本語 word' || n, '<p>aardvark</p>',
      md5(u.id || 'f')::uuid, n, n, CASE WHEN n % 10 = 0 THEN now() END
    FROM auth.users u, generate_series(1, 20) n;
  INSERT INTO note_updates (id, note_id, user_id, actor_id, payload, schema_version)
    SELECT nextval('note_update_ids'), id, user_id, user_id, decode(md5(id::text), 'hex'), 1 FROM notes_v2;
  INSERT INTO note_snapshots (note_id, user_id, state, state_vector, through_id) SELECT id, user_id, '\\x0000', '\\x00', 1 FROM notes_v2;
  INSERT INTO note_history (note_id, user_id, from_id, through_id, started_at, ended_at, payload) SELECT id, user_id, 1, 2, now(), now(), '\\x0001' FROM notes_v2;
  INSERT INTO note_links (note_id, user_id, kind, target) SELECT id, user_id, 'url', 'https://example.com' FROM notes_v2;
  INSERT INTO note_access (note_id, owner_id, user_id, role)
    SELECT id, user_id, '00000000-0000-7000-8000-000000000003', 'viewer' FROM notes_v2 WHERE user_id::text LIKE '%1' AND trashed_at IS NULL;
  INSERT INTO files (id, user_id, bucket, path, name, storage_key, type, size) SELECT gen_random_uuid(), id, 'b', 'p', 'n', id::text, 'image/png', 1 FROM auth.users;
  INSERT INTO live_events (user_id, seq, entity, entity_id, operation) SELECT user_id, row_number() OVER (), 'note', id, 'insert' FROM notes_v2;
  INSERT INTO live_counters (user_id, seq) SELECT id, 60 FROM auth.users;`;

/** What people made, which no migration may lose or change: rows whose columns stood in the first release. */
export async function peoplesRows(database: TestDatabase): Promise<unknown[]> {
  const lists = [];
  for (const [table, columns] of Object.entries({
    "auth.users": "id, name, email",
    "auth.accounts": "user_id, account_id, password",
    "auth.sessions": "user_id, token, expires_at",
    user_profiles: "id, email, display_name",
    folders: "id, user_id, name, parent_folder_id, trashed_at",
    notes_v2: "id, user_id, title, tags, folder_id, text, doc_seq, trashed_at",
    note_updates: "id, note_id, user_id, actor_id, payload, at",
    note_snapshots: "note_id, state, through_id",
    note_history: "note_id, from_id, through_id, payload",
    note_access: "note_id, owner_id, user_id, role",
    files: "id, user_id, storage_key, type, size",
  }))
    lists.push(
      await database.asSuperuser(
        `SELECT '${table}' AS table, count(*)::int, md5(string_agg(t::text, '|' ORDER BY t::text)) FROM (SELECT ${columns} FROM ${table}) t`,
      ),
    );
  return lists;
}
