import { Readable } from "node:stream";
import yazl from "yazl";
import type { Services } from "../base.ts";
import { readBodyAs } from "../collab/load-note.ts";
import type { Row } from "../db/row.ts";
import type { files as filesTable } from "../db/schema/files.ts";
import type { notes as notesTable } from "../db/schema/notes.ts";
import { isMissing } from "../files/storage/storage.ts";
import { noteMarkdown } from "./note-markdown.ts";
import { fileName, freeNames, notePaths } from "./note-paths.ts";
import type { Scope } from "./project-scope.ts";
import { ownedTables, rowsOf, SIGN_IN_ROWS, signInRowsOf } from "./rows.ts";

const NOTE = ["id", "title", "tags", "folder_id", "created_at", "updated_at"] as const;
type NoteRow = Row<typeof notesTable, typeof NOTE>;
const FILE = ["id", "name", "storage_key", "type", "user_id"] as const;
type FileRow = Row<typeof filesTable, typeof FILE>;

const ENDINGS: Record<string, string> = {
  "image/jpeg": ".jpg",
  "image/png": ".png",
  "image/webp": ".webp",
  "image/gif": ".gif",
};

const README = `This is everything that a Cairn server keeps of one account.

*.md         your notes in their folders, with title, tags and dates in front matter; any editor reads them
_files/      the pictures, videos and other files they show, as they were uploaded
_cairn/       which file is which, for importing all of it again
_rows/       every row of the database that is yours, one JSON object a line, bytes in hexadecimal:
             notes with their whole history, the trash, folders, settings

Cairn imports all of it again, into any account: Settings, Import and export, Import. Other programs read the notes.
`;

const PROJECT_README = (title: string) => `This is the project "${title}" of a Cairn server.

*.md         its notes in their folders, and its page; any editor reads them
_files/      the pictures, videos and other files that notes, tasks and events name, as they were uploaded
_cairn/      which file is which, for importing all of it again
_rows/       what else belongs to it, one JSON object a line: its tasks with what they wait for, reminders, events of its notes,
             the notes with their whole history, their comments

Cairn makes the same project of it in any account: Settings, Import and export, Import. Other programs read the notes.
`;

/**
 * Everything of one person, or what a scope names of it, as a ZIP, made while it is fetched: each part is read when its turn comes, so that neither
 * memory nor disk has to hold it. Other parts may be a little newer than the first.
 */
export async function exportAccount(
  { db, storage, collab }: Pick<Services, "db" | "storage" | "collab">,
  userId: string,
  scope?: Scope,
): Promise<NodeJS.ReadableStream> {
  const { folders, notes, files } = await readAccount(db, userId, scope);
  const paths = pathsOf(folders, notes, files);
  const names = namesOf(notes, paths);
  const zip = new yazl.ZipFile();
  const add: AddEntry = (path, open, compress = true) =>
    zip.addReadStreamLazy(path, { compress, mtime: new Date() }, (done) => {
      Promise.resolve()
        .then(open)
        .then(
          (stream) => done(null, stream),
          (error: unknown) => done(error, Readable.from([])),
        );
    });
  add("README.txt", () => Readable.from([scope ? PROJECT_README(scope.title) : README]));
  for (const note of notes) {
    const path = paths.get(note.id)!;
    add(path, async () => {
      const { parts } = await readBodyAs(db, userId, note.id);
      const links = await namesIn(db, userId, note.id, names);
      // One that cannot be written out keeps its words; its rows say the rest. The others are still the person's.
      const body = await collab.bodies
        .read(parts, "markdown", links)
        .catch(() => wordsOf(db, userId, note.id));
      const head = { ...note, createdAt: note.created_at, updatedAt: note.updated_at };
      return Readable.from([noteMarkdown(path, head, body, paths)]);
    });
  }
  const read = (file: FileRow) => readFile(db, storage, userId, file);
  addFiles(add, read, files, paths);
  addRows(add, db, userId, scope);
  zip.end();
  const output = zip.outputStream as Readable;
  zip.on("error", (error: Error) => output.destroy(error));
  return output;
}

/** Adds an entry that is opened when its turn comes. */
type AddEntry = (path: string, open: () => Promise<Readable> | Readable, compress?: boolean) => void;
type FolderRow = { id: string; name: string; parentId: string | null };

function addRows(add: AddEntry, db: Services["db"], userId: string, scope?: Scope): void {
  for (const table of ownedTables) {
    const part = scope?.parts.get(table.name);
    if (!scope || part)
      add(`_rows/${table.name}.jsonl`, () => Readable.from(rowsOf(db, userId, table, part)));
  }
  // Who somebody is belongs to no project.
  if (scope) return;
  for (const name of Object.keys(SIGN_IN_ROWS))
    add(`_rows/${name}.jsonl`, () => Readable.from(signInRowsOf(db, userId, name)));
}

async function readAccount(db: Services["db"], userId: string, scope?: Scope) {
  const within = (table: string) => [userId, scope?.parts.get(table)?.ids ?? null];
  const folders = await db.queryAs<FolderRow>(
    userId,
    'SELECT id, name, parent_folder_id AS "parentId" FROM folders WHERE user_id = $1 AND trashed_at IS NULL AND ($2::uuid[] IS NULL OR id = ANY ($2)) ORDER BY name, id',
    within("public.folders"),
  );
  const notes = await db.queryAs<NoteRow>(
    userId,
    `SELECT ${NOTE.join(", ")} FROM notes_v2
     WHERE user_id = $1 AND trashed_at IS NULL AND ($2::uuid[] IS NULL OR id = ANY ($2)) ORDER BY created_at, id`,
    within("public.notes_v2"),
  );
  const files = await db.queryAs<FileRow>(
    userId,
    `SELECT ${FILE.join(", ")} FROM files WHERE user_id = $1 AND ($2::uuid[] IS NULL OR id = ANY ($2))
     UNION ALL SELECT ${FILE.join(", ")} FROM file_rows_of_project($3) WHERE user_id <> $1 AND id = ANY ($2) ORDER BY id`,
    [...within("public.files"), scope?.projectId ?? null],
  );
  return { folders, notes, files };
}

/** Where each note and file lies, by its id. */
function pathsOf(folders: FolderRow[], notes: NoteRow[], files: FileRow[]): Map<string, string> {
  const paths = notePaths(
    folders,
    notes.map((note) => ({ ...note, folderId: note.folder_id })),
  );
  const freeName = freeNames();
  for (const { id, name, type } of files) {
    // The importer knows a picture by its ending.
    const own = /\.[A-Za-z0-9]{1,8}$/.exec(name)?.[0] ?? "";
    const base = fileName(name.slice(0, name.length - own.length));
    paths.set(id, freeName(`_files/${base}`, ENDINGS[type] ?? own));
  }
  return paths;
}

function addFiles(
  add: AddEntry,
  read: (file: FileRow) => Promise<Readable | null>,
  files: FileRow[],
  paths: Map<string, string>,
): void {
  const missing = new Set<string>();
  // Pictures are packed already.
  for (const file of files)
    add(paths.get(file.id)!, () => readOr(() => missing.add(file.id), read(file)), false);
  // Behind them: by then it is known which of them were there.
  add("_cairn/manifest.json", () =>
    Readable.from([
      manifestOf(
        files.filter(({ id }) => !missing.has(id)),
        paths,
      ),
    ]),
  );
}

async function wordsOf(db: Services["db"], userId: string, noteId: string): Promise<string> {
  const [row] = await db.queryAs<{ text: string }>(userId, "SELECT text FROM notes_v2 WHERE id = $1", [
    noteId,
  ]);
  return row?.text ?? "";
}

/** Null for a guest's that its owner has stopped sharing since the download began. */
async function readFile(
  db: Services["db"],
  storage: Services["storage"],
  userId: string,
  { id, storage_key: key, user_id: ownerId }: FileRow,
): Promise<Readable | null> {
  if (ownerId !== userId) {
    const [shared] = await db.queryAs<{ owner: string | null }>(
      userId,
      "SELECT owner_of_shared_file($1) AS owner",
      [id],
    );
    if (!shared?.owner) return null;
  }
  return storage.read(key);
}

/** A file whose bytes are lost leaves an empty one behind: all the rest is still the person's. */
async function readOr(onMissing: () => void, bytes: Promise<Readable | null>): Promise<Readable> {
  try {
    const found = await bytes;
    if (found) return found;
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  onMissing();
  return Readable.from([]);
}

/** Which row's bytes lie where; rows themselves say everything else. */
function manifestOf(files: FileRow[], paths: Map<string, string>): string {
  const stored = Object.fromEntries(files.map(({ id }) => [id, paths.get(id)]));
  return JSON.stringify(
    { app: "Cairn", version: 1, exportedAt: new Date().toISOString(), files: stored },
    null,
    1,
  );
}

/**
 * How a link between double brackets names each note: by the name of its file, which is its title unless several have the same or a
 * file cannot be called that.
 */
function namesOf(notes: NoteRow[], paths: Map<string, string>): Map<string, string> {
  return new Map(
    notes.map(({ id }) => [id, (paths.get(id) ?? "").replace(/^.*\//, "").replace(/\.md$/, "")]),
  );
}

/** Of the notes that one note leads to: all of them would go to the thread with each. */
async function namesIn(
  db: Services["db"],
  userId: string,
  noteId: string,
  names: Map<string, string>,
): Promise<Record<string, string>> {
  const rows = await db.queryAs<{ target: string }>(
    userId,
    "SELECT target FROM note_links WHERE note_id = $1 AND kind = 'note'",
    [noteId],
    "links-of-note",
  );
  return Object.fromEntries(
    rows.flatMap(({ target }) => (names.has(target) ? [[target, names.get(target)!]] : [])),
  );
}
