import { IMAGE_TYPES } from "#contract/files.ts";
import type { Services } from "../base.ts";
import type { Row } from "../db/row.ts";
import type { files } from "../db/schema/files.ts";
import { TEXT_TYPES } from "../files/kinds.ts";
import { StorageUnavailableError } from "../platform/storage-fault.ts";
import { readFileText, recognizeText } from "./read-text.ts";
import type { FileText } from "./text-task.ts";

const AT_A_TIME = 20;
const EVERY_MS = 5_000;

type Due = { file_id: string; user_id: string };
const COLUMNS = ["storage_key", "type", "size"] as const;
type Parts = Pick<Services, "db" | "storage" | "log" | "config">;
type Stored = { key: string; type: string; size: number };

/** Reads the words of files that came since it last looked, so that search finds them; how many there were. */
export async function readNewTexts(parts: Parts, signal?: AbortSignal): Promise<number> {
  const due = await parts.db.asSystem("find files whose words are not read", (tx) =>
    tx.call<Due>("filesToRead", TEXT_TYPES, AT_A_TIME),
  );
  const read = (stored: Stored) => readFileText(parts.storage, stored, signal);
  for (const each of due) if (!(await lookAt(parts, each, read, keepText, signal))) return 0;
  return due.length;
}

/** The same of what can only be seen: in pictures, and on pages of PDFs that have no words of their own. */
export async function recognizeNewTexts(parts: Parts, signal?: AbortSignal): Promise<number> {
  const { isOn, languages } = parts.config.pictureText;
  if (!isOn) return 0;
  const due = await parts.db.asSystem("find files whose pictures are not read", (tx) =>
    tx.call<Due>("filesToRecognize", [...IMAGE_TYPES], AT_A_TIME),
  );
  const read = (stored: Stored) => recognizeText(parts.storage, stored, languages, signal);
  for (const each of due) {
    const startedAt = performance.now();
    if (!(await lookAt(parts, each, read, keepRecognized, signal))) return 0;
    // Half of a core at most, whatever is due.
    await pause(performance.now() - startedAt, signal);
  }
  return due.length;
}

type Keep = (db: Parts["db"], userId: string, fileId: string, found: FileText) => Promise<unknown>;

/** @returns false when the rest has to wait: the server stops, or the storage is away */
async function lookAt(
  { db, log }: Parts,
  { file_id: fileId, user_id: userId }: Due,
  read: (stored: Stored) => Promise<FileText>,
  keep: Keep,
  signal?: AbortSignal,
): Promise<boolean> {
  const [row] = await db.queryAs<Row<typeof files, typeof COLUMNS>>(
    userId,
    `SELECT ${COLUMNS.join(", ")} FROM files WHERE id = $1`,
    [fileId],
  );
  if (!row) return true;
  const { storage_key: key, type, size } = row;
  const found = await read({ key, type, size }).catch((error: unknown) => {
    log.warn({ err: error, fileId }, "the words of a file could not be read");
    return error instanceof StorageUnavailableError ? null : { text: "", pagesUnread: 0 };
  });
  if (signal?.aborted || found === null) return false;
  await keep(db, userId, fileId, found);
  return true;
}

/** A file is looked at once, whatever came of it: a document that cannot be read today cannot be read tomorrow. */
const keepText: Keep = (db, userId, fileId, { text, pagesUnread }) =>
  db.queryAs(
    userId,
    `WITH looked_at AS (UPDATE files SET text_at = now() WHERE id = $1 AND text_at IS NULL RETURNING id)
     INSERT INTO file_texts (file_id, user_id, text, words, pages_unread)
     SELECT id, $2, $3::text, to_tsvector('simple', $3::text), $4 FROM looked_at WHERE $3::text <> '' OR $4 > 0
     ON CONFLICT (file_id) DO NOTHING`,
    [fileId, userId, text, pagesUnread],
  );

/** Of a PDF whose pages could not be looked at, what was read of it before stays. */
const keepRecognized: Keep = (db, userId, fileId, { text, pagesUnread }) =>
  db.queryAs(
    userId,
    `WITH looked_at AS (UPDATE files SET text_at = now() WHERE id = $1 RETURNING id)
     INSERT INTO file_texts AS t (file_id, user_id, text, words, pages_unread, recognized_at)
     SELECT id, $2, $3::text, to_tsvector('simple', $3::text), $4, now() FROM looked_at
     ON CONFLICT (file_id) DO UPDATE SET recognized_at = now(),
       text = CASE WHEN excluded.text = '' THEN t.text ELSE excluded.text END,
       words = CASE WHEN excluded.text = '' THEN t.words ELSE excluded.words END,
       pages_unread = CASE WHEN excluded.text = '' THEN t.pages_unread ELSE excluded.pages_unread END`,
    [fileId, userId, text, pagesUnread],
  );

function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener("abort", done);
    if (signal?.aborted) done();
  });
}

/** Looks every few seconds; several nodes may, each file is kept once. What can be read at once never waits for what has to be looked at. */
export function startReadingTexts(parts: Parts): () => Promise<void> {
  const stops = [readNewTexts, recognizeNewTexts].map((read) => repeat(parts, read));
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

function repeat(parts: Parts, read: typeof readNewTexts): () => Promise<void> {
  const stopping = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = async (): Promise<void> => {
    const found = await read(parts, stopping.signal).catch((error: unknown) => {
      parts.log.warn({ err: error }, "words of files are read later");
      return 0;
    });
    if (!stopping.signal.aborted) timer = setTimeout(next, found === AT_A_TIME ? 0 : EVERY_MS);
  };
  let running = Promise.resolve();
  const next = () => void (running = look());
  timer = setTimeout(next, EVERY_MS);
  return async () => {
    stopping.abort();
    clearTimeout(timer);
    await running;
  };
}
