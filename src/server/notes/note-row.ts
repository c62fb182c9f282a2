import type { Note } from "#contract/notes.ts";
import { textWithoutTitle } from "#document/title-once.ts";
import type { Row } from "../db/row.ts";
import type { notes } from "../db/schema/notes.ts";

/** The columns a list needs: never content, text or the Yjs state. */
const LISTED = [
  "id",
  "title",
  "content_type",
  "tags",
  "is_favorite",
  "folder_id",
  "excerpt",
  "word_count",
  "reminder_date",
  "reminder_status",
  "reminder_frequency",
  "reminder_enabled",
  "created_at",
  "updated_at",
  "trashed_at",
] as const;
export const NOTE_COLUMNS = `${LISTED.join(", ")}, user_id <> (SELECT app_user_id()) AS is_foreign`;

export type NoteRow = Row<typeof notes, typeof LISTED> & {
  /** Of another account, which shares it. */
  is_foreign: boolean;
};

/** Of a note of somebody else, what only its owner has of it stays with the owner: its folder, the favourite, the reminder. */
const ONLY_OF_OWNER = {
  isFavorite: false,
  folderId: null,
  reminderDate: null,
  reminderStatus: "none",
  reminderFrequency: "once",
  reminderEnabled: false,
} as const;

export function toNote(row: NoteRow): Note {
  return {
    id: row.id,
    title: row.title,
    category: row.content_type,
    tags: row.tags,
    isFavorite: row.is_favorite,
    folderId: row.folder_id,
    excerpt: textWithoutTitle(row.excerpt, row.title),
    wordCount: row.word_count,
    reminderDate: row.reminder_date?.toISOString() ?? null,
    reminderStatus: row.reminder_status,
    reminderFrequency: row.reminder_frequency,
    reminderEnabled: row.reminder_enabled,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    trashedAt: row.trashed_at?.toISOString() ?? null,
    ...(row.is_foreign && { ...ONLY_OF_OWNER, isForeign: true }),
  };
}

/** SQL: tags with some more at their end and without others, each once and as many as a note may have. */
export const tagsAfter = (tags: string, added: string, removed: string): string => `ARRAY(
  SELECT tag FROM (SELECT tag, min(place) AS place FROM unnest(${tags} || ${added}::text[]) WITH ORDINALITY AS t (tag, place) GROUP BY tag) kept
  WHERE tag <> ALL (${removed}::text[]) ORDER BY place LIMIT 100)`;
