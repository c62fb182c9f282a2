import { type FileKind, type FileSort, type ListedFile, MOST_NAMING } from "#contract/files.ts";
import type { Services } from "../base.ts";
import { AVATARS } from "../accounts/profiles.ts";
import type { Database } from "../db/client.ts";
import { FILES_OF_PROJECT, NOTES_OF_PROJECT } from "../db/parts-of-project.ts";
import { Failure } from "../failure.ts";
import { type FileRow, selectFile, toFileEntry } from "./files.ts";
import { isId } from "./is-id.ts";
import { kindSql } from "./kinds.ts";

export type FileFilter = {
  kind?: FileKind | undefined;
  /** Those put into this project, or named by a note of it; each then says which. */
  projectId?: string | undefined;
  query?: string | undefined;
  unused?: boolean | undefined;
  sort: FileSort;
  order?: "asc" | "desc" | undefined;
  cursor?: string | undefined;
  limit: number;
};

/** How each order is told, as text that a cursor carries, and read again. */
const KEYS: Record<
  FileSort,
  { column: string; shown: string; read: string; form: RegExp; order: "asc" | "desc" }
> = {
  created: {
    column: "f.created_at",
    // Microseconds, which a JavaScript date would cut off.
    shown: "(extract(epoch FROM f.created_at) * 1000000)::bigint::text",
    read: "timestamptz 'epoch' + $CURSOR::bigint * interval '1 microsecond'",
    form: /^\d{1,17}$/,
    order: "desc",
  },
  name: {
    column: "lower(f.name)",
    shown: "lower(f.name)",
    read: "$CURSOR::text",
    form: /^[\s\S]{1,400}$/u,
    order: "asc",
  },
  size: { column: "f.size", shown: "f.size::text", read: "$CURSOR::int", form: /^\d{1,10}$/, order: "desc" },
};

/** The addresses by which a note names a file. */
const NAMED = "l.kind = 'file' AND l.target IN ('/files/' || f.id, '/files/' || f.id || '/original')";
const USES = `(SELECT count(DISTINCT l.note_id) FROM note_links l WHERE l.user_id = $1 AND ${NAMED})`;

type Naming = { id: string; title: string };
type ListedRow = FileRow & {
  uses: number;
  project_id: string | null;
  notes: Naming[] | null;
  cursor: string;
};

/** An own one, or one of somebody else as long as it is shared with the caller: what lies in another project of theirs is told to nobody. */
const PROJECT = `(SELECT i.project_id FROM project_files i WHERE i.id = f.id AND i.user_id = $1
  AND CASE WHEN i.project_owner_id = $1 THEN true ELSE owner_of_shared_file(i.id) IS NOT NULL END)`;
/** Also where the share has ended: it may come back, and with it the file. */
const IS_PUT = "EXISTS (SELECT FROM project_files i WHERE i.id = f.id AND i.user_id = $1)";

/** The notes of a project that name file `f`. @param id SQL of the project's id */
const namingIn = (id: string) =>
  `(SELECT json_agg(json_build_object('id', n.id, 'title', n.title) ORDER BY n.updated_at DESC, n.id) FROM (
    SELECT n.id, n.title, n.updated_at FROM notes_v2 n WHERE n.id IN ${NOTES_OF_PROJECT(id)}
      AND EXISTS (SELECT FROM note_links l WHERE l.user_id = $1 AND l.note_id = n.id AND ${NAMED})
    ORDER BY n.updated_at DESC, n.id LIMIT ${MOST_NAMING}) n)`;

/** A page of somebody's files, or of a project's; pictures people show of themselves belong to the profile and are not among them. */
export async function listFiles(db: Database, userId: string, filter: FileFilter): Promise<Page> {
  const { projectId } = filter;
  const others = projectId ? await filesOfOthers(db, userId, projectId) : [];
  const known = new Map(others.map((file) => [file.file_id, file]));
  const { rows, nextCursor } = await rowsOf(db, userId, filter);
  // What was put there since it was asked comes with the next look.
  const seen = rows.filter((row) => row.user_id === userId || known.has(row.id));
  return {
    files: seen.map((row) => {
      const file = known.get(row.id);
      return file ? asSeenInProject(toListed(row), file, projectId!) : toListed(row);
    }),
    nextCursor,
  };
}

type Page = { files: ListedFile[]; nextCursor: string | null };
type OthersFile = {
  owner_id: string;
  file_id: string;
  is_put: boolean;
  notes: Naming[];
  owner_name: string | null;
};

/** Of a project that somebody else shares, all; of an own one, what guests put there. */
const filesOfOthers = (db: Database, userId: string, projectId: string): Promise<OthersFile[]> =>
  db.queryAs(
    userId,
    `SELECT s.*, CASE WHEN s.owner_id <> app_user_id() THEN coalesce(p.name, '') END AS owner_name
     FROM files_of_shared_project($1) s LEFT JOIN people_of_project($1) p ON p.id = s.owner_id`,
    [projectId],
    "files-of-shared-project",
  );

const toListed = (row: ListedRow): ListedFile => ({
  ...toFileEntry(row),
  uses: row.uses,
  projectId: row.project_id,
  sharedBy: null,
  ...(row.notes && { notes: row.notes }),
});

const asSeenInProject = (file: ListedFile, seen: OthersFile, projectId: string): ListedFile => ({
  ...file,
  uses: seen.notes.length,
  notes: seen.notes.slice(0, MOST_NAMING),
  projectId: seen.is_put ? projectId : null,
  sharedBy: seen.owner_name === null ? null : { name: seen.owner_name },
});

async function rowsOf(
  db: Database,
  userId: string,
  filter: FileFilter,
): Promise<{ rows: ListedRow[]; nextCursor: string | null }> {
  const key = KEYS[filter.sort];
  const order = filter.order ?? key.order;
  const values: unknown[] = [userId, AVATARS];
  const place = (value: unknown) => `$${values.push(value)}`;
  const where = conditions(filter, place);
  const notes = filter.projectId ? namingIn(`${place(filter.projectId)}::uuid`) : "NULL::json";
  if (filter.cursor) {
    const after = readCursor(filter.cursor, key.form);
    const read = key.read.replace("$CURSOR", place(after.value));
    where.push(`(${key.column}, f.id) ${order === "asc" ? ">" : "<"} (${read}, ${place(after.id)}::uuid)`);
  }
  const from = filter.projectId ? filesOf(place(filter.projectId)) : "files";
  const rows = await db.queryAs<ListedRow>(
    userId,
    `SELECT f.*, ${USES} AS uses, ${PROJECT} AS project_id, ${notes} AS notes, ${key.shown} AS cursor FROM ${from} f WHERE ${where.join(" AND ")}
     ORDER BY ${key.column} ${order}, f.id ${order} LIMIT ${place(filter.limit + 1)}`,
    values,
  );
  const shown = rows.slice(0, filter.limit);
  const last = rows.length > filter.limit ? shown.at(-1) : undefined;
  return {
    rows: shown,
    nextCursor: last ? `${last.id}.${Buffer.from(last.cursor).toString("base64url")}` : null,
  };
}

/** Of an own project with those of its guests, or of one that somebody else shares. @param id SQL of the project's id */
const filesOf = (id: string) =>
  `(SELECT o.* FROM files o WHERE o.user_id = $1 AND o.id IN ${FILES_OF_PROJECT(`${id}::uuid`)} UNION ALL SELECT s.* FROM file_rows_of_project(${id}::uuid) s)`;

function conditions(filter: FileFilter, place: (value: unknown) => string): string[] {
  const where = ["f.bucket <> $2", "f.trashed_at IS NULL"];
  if (!filter.projectId) where.push("f.user_id = $1");
  if (filter.kind) where.push(`${kindSql("f.type")} = ${place(filter.kind)}`);
  if (filter.query?.trim()) where.push(`strpos(lower(f.name), lower(${place(filter.query.trim())})) > 0`);
  if (filter.unused !== undefined)
    where.push(
      `${filter.unused ? "NOT" : ""} (${IS_PUT} OR EXISTS (SELECT FROM note_links l WHERE l.user_id = $1 AND ${NAMED}))`,
    );
  return where;
}

function readCursor(cursor: string, form: RegExp): { id: string; value: string } {
  const [id = "", value = ""] = cursor.split(".");
  const read = Buffer.from(value, "base64url").toString();
  if (!isId(id) || !form.test(read) || read.includes("\0"))
    throw new Failure("INVALID_INPUT", "cursor: not valid");
  return { id, value: read };
}

/** Only the person's own notes: who may see a note may not see by that what else is in it. */
export async function usesOf(db: Database, userId: string, fileId: string) {
  await selectFile(db, userId, fileId);
  const rows = await db.queryAs<{ id: string; title: string; updated_at: Date; trashed_at: Date | null }>(
    userId,
    `SELECT n.id, n.title, n.updated_at, n.trashed_at FROM notes_v2 n
     WHERE n.user_id = $1 AND EXISTS (SELECT FROM note_links l, files f
       WHERE f.id = $2 AND l.user_id = $1 AND l.note_id = n.id AND ${NAMED})
     ORDER BY n.trashed_at IS NOT NULL, n.updated_at DESC, n.id LIMIT 100`,
    [userId, fileId],
  );
  const [project] = await db.queryAs<{ id: string; title: string }>(
    userId,
    `SELECT p.id, p.title FROM project_files i JOIN projects p ON p.id = i.project_id AND p.user_id = $1 WHERE i.id = $2 AND i.user_id = $1
     UNION ALL SELECT p.id, p.title FROM project_files i, projects_shared_with_me(i.project_id, current_date) p
     WHERE i.id = $2 AND i.user_id = $1 AND i.project_owner_id <> $1`,
    [userId, fileId],
  );
  return {
    project: project ?? null,
    notes: rows.map((row) => ({
      id: row.id,
      title: row.title,
      updatedAt: row.updated_at.toISOString(),
      isTrashed: row.trashed_at !== null,
    })),
  };
}

export async function usageOf(
  { db, storage, config }: Pick<Services, "db" | "storage" | "config">,
  userId: string,
) {
  const rows = await db.queryAs<{
    kind: FileKind;
    is_trashed: boolean;
    is_avatar: boolean;
    files: number;
    bytes: number;
  }>(
    userId,
    `SELECT ${kindSql("type")} AS kind, trashed_at IS NOT NULL AS is_trashed, bucket = $2 AS is_avatar,
       count(*) AS files, sum(size::bigint)::bigint AS bytes FROM files WHERE user_id = $1 GROUP BY 1, 2, 3
     UNION ALL SELECT 'other', true, true, count(*), coalesce(sum(size::bigint), 0)::bigint FROM file_uploads WHERE user_id = $1`,
    [userId, AVATARS],
  );
  const sum = (some: typeof rows) => some.reduce((bytes, row) => bytes + row.bytes, 0);
  const listed = rows.filter((row) => !row.is_trashed && !row.is_avatar);
  return {
    bytes: sum(rows),
    trashedBytes: sum(rows.filter((row) => row.is_trashed && !row.is_avatar)),
    quotaBytes: storage.quotaBytes,
    kinds: listed.map(({ kind, files, bytes }) => ({ kind, files, bytes })),
    maxImageBytes: config.maxImageBytes,
    maxVideoBytes: config.maxVideoBytes,
    maxFileBytes: config.maxFileBytes,
  };
}
