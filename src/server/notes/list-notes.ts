import type { NoteList, NoteSort } from "#contract/notes.ts";
import type { Database } from "../db/client.ts";
import { Failure } from "../failure.ts";
import { NOTE_COLUMNS, type NoteRow, toNote } from "./note-row.ts";

export type NoteFilter = {
  folderId?: string | undefined;
  /** In no folder. */
  isUnfiled?: boolean | undefined;
  category?: string | undefined;
  isFavorite?: boolean | undefined;
  tag?: string | undefined;
  tags?: string[] | undefined;
  hasOpenTasks?: boolean | undefined;
  sort?: NoteSort | undefined;
  order?: "asc" | "desc" | undefined;
  trashed: boolean;
  cursor?: string | undefined;
  limit: number;
};

/** The title as lists order it, cut to what an index holds; accents stand beside their letters. */
const TITLE_KEY = `left(normalize(lower(title), NFKD), 60)`;

const MICROS = (column: string) => `(extract(epoch FROM ${column}) * 1000000)::bigint::text`;
/** The cursor carries microseconds, which a JavaScript date would cut off. */
const FROM_MICROS = (place: string) => `timestamptz 'epoch' + ${place}::bigint * interval '1 microsecond'`;

type Key = {
  column: string;
  shown: string;
  read: (place: string) => string;
  form: RegExp;
  order: "asc" | "desc";
};

/** How each order is read from its index, and what of its last row the cursor keeps. */
const KEYS: Record<NoteSort, Key> = {
  updated: {
    column: "updated_at",
    shown: MICROS("updated_at"),
    read: FROM_MICROS,
    form: /^\d{1,17}$/,
    order: "desc",
  },
  created: {
    column: "created_at",
    shown: MICROS("created_at"),
    read: FROM_MICROS,
    form: /^\d{1,17}$/,
    order: "desc",
  },
  title: {
    column: TITLE_KEY,
    shown: TITLE_KEY,
    read: (place) => place,
    form: /^[\s\S]{0,60}$/u,
    order: "asc",
  },
  words: {
    column: "word_count",
    shown: "word_count::text",
    read: (place) => `${place}::int`,
    form: /^\d{1,9}$/,
    order: "desc",
  },
};

/** A page of the notes a filter asks for, in an order of which an index holds the whole list. */
export async function listNotes(db: Database, userId: string, filter: NoteFilter): Promise<NoteList> {
  const key = KEYS[filter.sort ?? "updated"];
  const order = filter.order ?? key.order;
  const values: unknown[] = [userId];
  const where = ["user_id = $1", filter.trashed ? "trashed_at IS NOT NULL" : "trashed_at IS NULL"];
  const add = (condition: (place: string) => string, value: unknown) =>
    where.push(condition(`$${values.push(value)}`));
  if (filter.folderId) add((place) => `folder_id = ${place}`, filter.folderId);
  if (filter.isUnfiled) where.push("folder_id IS NULL");
  if (filter.category) add((place) => `content_type = ${place}`, filter.category);
  if (filter.isFavorite !== undefined) add((place) => `is_favorite = ${place}`, filter.isFavorite);
  if (filter.tag) add((place) => `tags @> ARRAY[${place}]`, filter.tag);
  if (filter.tags?.length) add((place) => `tags && ${place}::text[]`, filter.tags);
  if (filter.hasOpenTasks !== undefined)
    where.push(
      `${filter.hasOpenTasks ? "" : "NOT "}EXISTS (SELECT FROM tasks t WHERE t.note_id = notes_v2.id AND NOT t.completed AND t.trashed_at IS NULL)`,
    );
  const after = filter.cursor === undefined ? null : readCursor(filter.cursor, key);
  if (after) {
    const [place, id] = [`$${values.push(after.key)}`, `$${values.push(after.id)}`];
    where.push(`(${key.column}, id) ${order === "desc" ? "<" : ">"} (${key.read(place)}, ${id})`);
  }
  const text = `SELECT ${NOTE_COLUMNS}, ${key.shown} AS sort_key FROM notes_v2
    WHERE ${where.join(" AND ")} ORDER BY ${key.column} ${order}, id ${order} LIMIT ${filter.limit + 1}`;
  const rows = await db.queryAs<NoteRow & { sort_key: string }>(userId, text, values);
  const page = rows.slice(0, filter.limit);
  const last = rows.length > filter.limit ? page.at(-1) : undefined;
  return {
    notes: page.map(toNote),
    nextCursor: last ? `${Buffer.from(last.sort_key).toString("base64url")}.${last.id}` : null,
  };
}

function readCursor(cursor: string, { form }: Key): { key: string; id: string } {
  const match = /^([\w-]*)\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(cursor);
  const key = match && Buffer.from(match[1]!, "base64url").toString();
  if (!match || key === null || !form.test(key) || key.includes("\0"))
    throw new Failure("INVALID_INPUT", "cursor: not valid");
  return { key, id: match[2]! };
}
