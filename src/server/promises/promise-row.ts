import type { LedgerPromise, PromiseStatus } from "#contract/promises.ts";
import type { Row } from "../db/row.ts";
import type { promises } from "../db/schema/promises.ts";

const LISTED = [
  "id",
  "note_id",
  "block_id",
  "sentence",
  "from_person",
  "to_person",
  "is_to_me",
  "what",
  "decision",
  "created_at",
] as const;
const COLUMNS = LISTED.map((column) => `p.${column}`).join(", ");

export type PromiseRow = Row<typeof promises, typeof LISTED> & {
  note_title: string;
  task_id: string | null;
  due: string | null;
  status: PromiseStatus | null;
};

/** $1: the account, $2: its day. Of notes that are there; what is dismissed has no status. A task in the trash is none. */
export const SELECT = `SELECT ${COLUMNS}, n.title AS note_title, t.id AS task_id, coalesce(t.due_date, p.due)::text AS due,
    CASE WHEN p.decision IN ('dropped', 'dismissed') THEN nullif(p.decision, 'dismissed')
      WHEN p.decision = 'kept' OR t.completed THEN 'kept'
      WHEN coalesce(t.due_date, p.due) < $2::date THEN 'late' ELSE 'open' END AS status
  FROM promises p JOIN notes_v2 n ON n.id = p.note_id AND n.trashed_at IS NULL
    LEFT JOIN tasks t ON t.id = p.task_id AND t.trashed_at IS NULL
  WHERE p.user_id = $1`;

export const toPromise = (row: PromiseRow): LedgerPromise => ({
  id: row.id,
  noteId: row.note_id,
  noteTitle: row.note_title,
  blockId: row.block_id,
  sentence: row.sentence,
  from: row.from_person,
  to: row.to_person,
  isToMe: row.is_to_me,
  what: row.what,
  due: row.due,
  status: row.status,
  decision: row.decision,
  taskId: row.task_id,
});
