import type { Database, Tx } from "../../db/client.ts";

export async function importThreads(db: Database, userId: string, rows: object[]): Promise<void> {
  await db.queryAs(
    userId,
    `INSERT INTO chat_threads (id, user_id, name, folder, leaf_id, trashed_at, created_at, updated_at)
     SELECT r.id, $1, left(r.name, 200), left(coalesce(r.folder, ''), 200), r.leaf_id, r.trashed_at, coalesce(r.created_at, now()), coalesce(r.updated_at, now())
     FROM jsonb_to_recordset($2::jsonb)
       AS r (id uuid, name text, folder text, leaf_id uuid, trashed_at timestamptz, created_at timestamptz, updated_at timestamptz)
     WHERE r.id IS NOT NULL AND r.name <> ''
     LIMIT greatest(0, 2000 - (SELECT count(*) FROM chat_threads WHERE user_id = $1)) ON CONFLICT DO NOTHING`,
    [userId, JSON.stringify(rows)],
    "import-chats",
  );
}

/** What they cite is found by its id here; what was not imported along is a citation without a place. */
export async function importMessages(db: Database, userId: string, rows: object[]): Promise<void> {
  await db.queryAs(
    userId,
    `INSERT INTO chat_messages (id, user_id, thread_id, parent_id, role, text, reasoning, citations, cited, removed, sent, state, fault, model, files,
       tokens_in, tokens_out, cost, bytes, created_at)
     SELECT r.id, $1, r.thread_id, r.parent_id, r.role, left(coalesce(r.text, ''), 400000), left(coalesce(r.reasoning, ''), 100000),
       coalesce(r.citations, '[]'),
       CASE WHEN cardinality(r.cited) = jsonb_array_length(r.citations) THEN r.cited
         ELSE array_fill('00000000-0000-0000-0000-000000000000'::uuid, ARRAY[coalesce(jsonb_array_length(r.citations), 0)]) END,
       coalesce(r.removed, 0), coalesce(r.sent, '[]'),
       CASE WHEN r.state IN ('done', 'stopped', 'failed') THEN r.state ELSE 'interrupted' END, r.fault, r.model,
       coalesce(r.files[1:10], '{}'), r.tokens_in, r.tokens_out, r.cost,
       octet_length(coalesce(r.text, '')) + octet_length(coalesce(r.sent, '[]')::text), coalesce(r.created_at, now())
     FROM jsonb_to_recordset($2::jsonb) AS r (id uuid, thread_id uuid, parent_id uuid, role text, text text, reasoning text, citations jsonb,
       cited uuid[], files uuid[], removed int, sent jsonb, state text, fault jsonb, model jsonb, tokens_in int, tokens_out int, cost float8,
       created_at timestamptz)
     WHERE r.id IS NOT NULL AND r.role IN ('user', 'assistant')
       AND EXISTS (SELECT FROM chat_threads t WHERE t.id = r.thread_id AND t.user_id = $1)
     ON CONFLICT DO NOTHING`,
    [userId, JSON.stringify(rows)],
    "import-chat-messages",
  );
}

/** Puts those into the trash that nobody changed since that moment. */
export async function trashUntouchedThreads(tx: Tx, ids: string[], since: string): Promise<void> {
  await tx.query(
    "UPDATE chat_threads SET trashed_at = now() WHERE user_id = $2 AND id = ANY ($1::uuid[]) AND trashed_at IS NULL AND updated_at <= $3::timestamptz",
    [ids, tx.userId, since],
  );
}
