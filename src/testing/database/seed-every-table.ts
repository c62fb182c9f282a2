import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import { tables } from "#server/db/catalog.ts";
import type { TestDatabase } from "../test-database.ts";

/** Whose rows they are, and whom the note is shared with. */
type SeededFor = { owner: string; grantee: string };

/** A row of the owner in every table, whatever its columns: made from the catalog of the database, so that a new table joins by itself. */
export async function seedEveryTable(database: TestDatabase, who: SeededFor): Promise<void> {
  const note = uuidV7();
  const referenced = ["auth.users", "auth.sessions", "public.notes_v2", "public.imports", "public.files"];
  for (const name of [...referenced, ...Object.keys(tables).filter((table) => !referenced.includes(table))]) {
    if (name.startsWith("drizzle.")) continue;
    const columns = await columnsOf(database, name);
    const values = columns.map((column) => valueFor(name, column, { ...who, note }));
    await database.asSuperuser(
      `INSERT INTO ${name} (${columns.map((column) => `"${column.name}"`).join(", ")})
       SELECT * FROM (VALUES (${columns.map((column, index) => `$${index + 1}::${column.type}`).join(", ")})) AS row ON CONFLICT DO NOTHING`,
      values,
    );
  }
}

type Column = { name: string; type: string; nullable: boolean };
export const columnsOf = (database: TestDatabase, name: string): Promise<Column[]> =>
  database.asSuperuser<Column>(
    `SELECT attname AS name, format_type(atttypid, atttypmod) AS type, NOT attnotnull AS nullable FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' AND (attnotnull OR attrelid::regclass::text = 'shares' AND attname IN ('note_id', 'user_id', 'accepted_at'))`,
    [name],
  );

function valueFor(
  table: string,
  { name, type }: Column,
  { owner, grantee, note }: SeededFor & { note: string },
): unknown {
  if (/^(other_)?note_id$/.test(name) || (table === "public.notes_v2" && name === "id")) return note;
  const isThread = /^public\.(comment|chat)_threads$/.test(table);
  if (name === "thread_id" || (isThread && name === "id")) return note;
  if (name === "task_id" || (/^public\.(project_)?tasks$/.test(table) && name === "id")) return note;
  if (name === "project_id" || (table === "public.projects" && name === "id")) return note;
  if (name === "calendar_id" || (table === "public.calendars" && name === "id")) return note;
  if (table === "public.user_gallery" ? name === "file_id" : table === "public.files" && name === "id")
    return note;
  if (/^public\.metric_(points|sources)$/.test(table) && name === "series_id") return note;
  if (table === "public.metric_series" && name === "id") return note;
  if (name === "session_id" || (table === "auth.sessions" && name === "id")) return note;
  if (name === "event_id") return note;
  if (/^public\.(calendar_events|project_events|project_files)$/.test(table) && name === "id") return note;
  if (name === "changeset_id" || (table === "public.changesets" && name === "id")) return note;
  if (name === "item_id" || (table === "public.meaning_items" && name === "id")) return note;
  if (name === "import_id" || (table === "public.imports" && name === "id")) return note;
  if (["public.note_access", "public.shares"].includes(table) && name === "user_id") return grantee;
  if (table === "public.user_profiles" && name === "id") return owner;
  if (table === "auth.users" && name === "id") return owner;
  if (name === "role") return "viewer";
  if (type === "uuid") return name === "id" || name.endsWith("entity_id") ? uuidV7() : owner;
  if (type.startsWith("timestamp")) return new Date();
  if (type.endsWith("[]")) return [];
  if (type === "jsonb") return {};
  if (type === "boolean") return false;
  if (/int|double/.test(type)) return 1;
  if (type === "date") return "2026-11-25";
  if (type === "bytea") return Buffer.from([0, 0]);
  if (type === "tsvector") return "word:1";
  if (type.startsWith("bit")) return "01";
  return `${table}-${name}`;
}
