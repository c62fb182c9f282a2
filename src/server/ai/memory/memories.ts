import { type Memory, MOST_MEMORIES } from "#contract/memories.ts";
import type { Database } from "../../db/client.ts";
import type { Row } from "../../db/row.ts";
import type { memories } from "../../db/schema/chat.ts";
import { Failure, notFound } from "../../failure.ts";
import { recordChange } from "../../live/record-change.ts";

const LISTED = [
  "id",
  "text",
  "source",
  "thread_id",
  "folder_id",
  "expires_at",
  "created_at",
  "updated_at",
] as const;
const COLUMNS = LISTED.join(", ");
type MemoryRow = Row<typeof memories, typeof LISTED>;

const toMemory = (row: MemoryRow): Memory => ({
  id: row.id,
  text: row.text,
  source: row.source,
  threadId: row.thread_id,
  folderId: row.folder_id,
  expiresAt: row.expires_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

export async function listMemories(db: Database, userId: string): Promise<Memory[]> {
  const rows = await db.queryAs<MemoryRow>(
    userId,
    `SELECT ${COLUMNS} FROM chat_memories WHERE user_id = $1 ORDER BY id DESC`,
    [userId],
    "list-memories",
  );
  return rows.map(toMemory);
}

export type NewMemory = {
  id: string;
  text: string;
  folderId: string | null;
  expiresAt: string | null;
  /** The chat it was said in; null: it was written in the settings. */
  threadId?: string | null;
};

/** Makes it, or changes one of the same id. @throws Failure CONFLICT when the id is another account's, INVALID_INPUT when there are too many */
export function saveMemory(
  db: Database,
  userId: string,
  { id, text, folderId, expiresAt, threadId = null }: NewMemory,
): Promise<Memory> {
  return db.withUser(userId, async (tx) => {
    await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('memories ' || $1, 0))", [userId]);
    const [room] = await tx.query<{ others: number }>(
      "SELECT count(*)::int AS others FROM chat_memories WHERE user_id = $1 AND id <> $2",
      [userId, id],
    );
    if (room!.others >= MOST_MEMORIES)
      throw new Failure(
        "INVALID_INPUT",
        `Chat already keeps ${MOST_MEMORIES} things in mind. Delete one first.`,
      );
    const [row] = await tx.query<MemoryRow>(
      `INSERT INTO chat_memories AS m (id, user_id, text, source, thread_id, folder_id, expires_at)
       SELECT $1, $2, $3, CASE WHEN $4::uuid IS NULL THEN 'settings' ELSE 'chat' END, $4,
         (SELECT f.id FROM folders f WHERE f.id = $5 AND f.user_id = $2), $6
       ON CONFLICT (id) DO UPDATE SET text = excluded.text, folder_id = excluded.folder_id, expires_at = excluded.expires_at,
         updated_at = now() WHERE m.user_id = $2
       RETURNING ${COLUMNS}`,
      [id, userId, text, threadId, folderId, expiresAt],
      "save-memory",
    );
    if (!row) throw new Failure("CONFLICT", "This id is taken. Create another one and try again.");
    await recordChange(tx, { userId, entity: "memory", entityId: id, operation: "update" });
    return toMemory(row);
  });
}

/** @throws Failure NOT_FOUND */
export function removeMemory(db: Database, userId: string, memoryId: string): Promise<void> {
  return db.withUser(userId, async (tx) => {
    const rows = await tx.query("DELETE FROM chat_memories WHERE id = $1 AND user_id = $2 RETURNING id", [
      memoryId,
      userId,
    ]);
    if (rows.length === 0) throw notFound();
    await recordChange(tx, { userId, entity: "memory", entityId: memoryId, operation: "delete" });
  });
}

export async function importMemories(db: Database, userId: string, rows: object[]): Promise<void> {
  await db.queryAs(
    userId,
    `INSERT INTO chat_memories (id, user_id, text, source, thread_id, folder_id, expires_at, created_at, updated_at)
     SELECT r.id, $1, left(r.text, 500), CASE WHEN r.source = 'chat' THEN 'chat' ELSE 'settings' END, r.thread_id, r.folder_id, r.expires_at,
       coalesce(r.created_at, now()), coalesce(r.updated_at, now())
     FROM jsonb_to_recordset($2::jsonb) AS r (id uuid, text text, source text, thread_id uuid, folder_id uuid, expires_at timestamptz,
       created_at timestamptz, updated_at timestamptz)
     WHERE r.id IS NOT NULL AND r.text <> ''
     LIMIT greatest(0, ${MOST_MEMORIES} - (SELECT count(*) FROM chat_memories WHERE user_id = $1)) ON CONFLICT DO NOTHING`,
    [userId, JSON.stringify(rows)],
    "import-memories",
  );
}
