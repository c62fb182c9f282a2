import type { Services } from "../base.ts";
import { StorageUnavailableError } from "../platform/storage-fault.ts";
import { READ_TYPES, readFileText } from "./read-text.ts";
import type { Row } from "../db/row.ts";
import type { files } from "../db/schema/files.ts";

const AT_A_TIME = 20;
const EVERY_MS = 5_000;

type Due = { file_id: string; user_id: string };
const COLUMNS = ["storage_key", "type", "size"] as const;
type Parts = Pick<Services, "db" | "storage" | "log">;

/** Reads the words of files that came since it last looked, so that search finds them; how many there were. */
export async function readNewTexts({ db, storage, log }: Parts, signal?: AbortSignal): Promise<number> {
  const due = await db.asSystem("find files whose words are not read", (tx) =>
    tx.call<Due>("filesToRead", READ_TYPES, AT_A_TIME),
  );
  for (const { file_id: fileId, user_id: userId } of due) {
    const [row] = await db.queryAs<Row<typeof files, typeof COLUMNS>>(
      userId,
      `SELECT ${COLUMNS.join(", ")} FROM files WHERE id = $1 AND text_at IS NULL`,
      [fileId],
    );
    if (!row) continue;
    const { storage_key: key, type, size } = row;
    const text = await readFileText(storage, { key, type, size }, signal).catch((error: unknown) => {
      log.warn({ err: error, fileId }, "the words of a file could not be read");
      return error instanceof StorageUnavailableError ? null : "";
    });
    // The storage is away: all of them wait until it is back.
    if (signal?.aborted || text === null) return 0;
    await keepText(db, userId, fileId, text);
  }
  return due.length;
}

/** A file is looked at once, whatever came of it: a document that cannot be read today cannot be read tomorrow. */
function keepText(db: Parts["db"], userId: string, fileId: string, text: string): Promise<object[]> {
  return db.queryAs(
    userId,
    `WITH looked_at AS (UPDATE files SET text_at = now() WHERE id = $1 AND text_at IS NULL RETURNING id)
     INSERT INTO file_texts (file_id, user_id, text, words)
     SELECT id, $2, $3::text, to_tsvector('simple', $3::text) FROM looked_at WHERE $3::text <> ''
     ON CONFLICT (file_id) DO NOTHING`,
    [fileId, userId, text],
  );
}

/** Looks every few seconds; several nodes may, each file is kept once. */
export function startReadingTexts(parts: Parts): () => Promise<void> {
  const stopping = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = async (): Promise<void> => {
    const found = await readNewTexts(parts, stopping.signal).catch((error: unknown) => {
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
