import type { NoteVersion, VersionComparison } from "#contract/note-versions.ts";
import { CHUNK_COLUMNS, type ChunkHead, type ChunkRow, readChunk } from "../collab/chunk-row.ts";
import type { Collab } from "../collab/collab.ts";
import { readLog } from "../collab/compact.ts";
import type { Database, Tx } from "../db/client.ts";
import { Failure } from "../failure.ts";
import { assertMayReadHistory, bytesOf, furtherBytes, NOTHING, readVersion } from "./version-states.ts";
import type { Row } from "../db/row.ts";
import type { noteVersions } from "../db/schema/notes.ts";

type Bodies = Pick<Collab, "bodies">;
const MARK = ["seq", "kind", "name", "restored_from"] as const;
type Mark = Row<typeof noteVersions, typeof MARK>;
type Page = { noteId: string; before?: number | undefined; limit: number };

/** Newest first: what is not compacted yet is merged for this answer as compaction would, and written nowhere. */
export async function listVersions(
  db: Database,
  { bodies }: Bodies,
  userId: string,
  { noteId, before, limit }: Page,
): Promise<{ versions: NoteVersion[]; nextBefore: number | null }> {
  const read = await db.withUser(userId, async (tx) => {
    await assertMayReadHistory(tx, noteId);
    const log = await readLog(tx, noteId);
    const chunks = await readChunks(tx, noteId, before ?? null, limit + 1);
    const writers = await tx.query<{ user_id: string; name: string }>("SELECT * FROM writers_of_note($1)", [
      noteId,
    ]);
    return { log, chunks, writers, marks: await readMarks(tx, noteId) };
  });
  const fresh = read.log.rows.length > 0 ? (await bodies.compact(read.log)).chunks : [];
  const names = new Map(read.writers.map((writer) => [writer.user_id, writer.name]));
  const marks = new Map(read.marks.map((mark) => [mark.seq, mark]));
  // A sitting that goes on is in the history up to where it was compacted; here it is shown as the one it is.
  const stored = read.chunks.filter((chunk) => fresh.every((part) => part.fromId !== chunk.fromId));
  const all: ChunkHead[] = [...fresh.toReversed(), ...stored];
  const newest = before === undefined ? all[0]?.throughId : undefined;
  const page = all.filter((chunk) => chunk.throughId < (before ?? Infinity)).slice(0, limit);
  const toVersion = (chunk: ChunkHead) => ({
    ...describeChunk(chunk, marks.get(chunk.throughId)),
    authors: chunk.actorIds.map((id) => ({ id, name: names.get(id) ?? "" })),
    isCurrent: chunk.throughId === newest,
  });
  return {
    versions: page.map(toVersion),
    nextBefore: all.length > page.length ? (page.at(-1)?.throughId ?? null) : null,
  };
}

function describeChunk(chunk: ChunkHead, mark: Mark | undefined) {
  return {
    seq: chunk.throughId,
    startedAt: chunk.startedAt.toISOString(),
    endedAt: chunk.endedAt.toISOString(),
    wordCount: chunk.wordCount,
    wordsAdded: chunk.wordsAdded,
    wordsRemoved: chunk.wordsRemoved,
    kind: mark?.kind ?? ("written" as const),
    name: mark?.name ?? null,
    restoredFrom: mark?.restored_from ?? null,
  };
}

async function readChunks(
  tx: Tx,
  noteId: string,
  before: number | null,
  limit: number,
): Promise<ChunkHead[]> {
  const rows = await tx.query<ChunkRow>(
    `SELECT ${CHUNK_COLUMNS} FROM note_history
     WHERE note_id = $1 AND ($2::bigint IS NULL OR through_id < $2) ORDER BY through_id DESC LIMIT $3`,
    [noteId, before, limit],
  );
  return rows.map(readChunk);
}

const readMarks = (tx: Tx, noteId: string) =>
  tx.query<Mark>(`SELECT ${MARK.join(", ")} FROM note_versions WHERE note_id = $1`, [noteId]);

export async function getVersion(
  db: Database,
  { bodies }: Bodies,
  userId: string,
  { noteId, seq, format }: { noteId: string; seq: number; format: "markdown" | "text" | "html" | "json" },
) {
  const version = await db.withUser(userId, async (tx) => {
    await assertMayReadHistory(tx, noteId);
    return readVersion(tx, noteId, seq);
  });
  return { noteId, seq: version.seq, format, text: await bodies.read(bytesOf(version), format) };
}

/** @throws Failure INVALID_INPUT when the one that is compared with is the later one */
export async function compareVersions(
  db: Database,
  { bodies }: Bodies,
  userId: string,
  { noteId, from, to }: { noteId: string; from: number; to?: number | undefined },
): Promise<VersionComparison> {
  const [earlier, later] = await db.withUser(userId, async (tx) => {
    await assertMayReadHistory(tx, noteId);
    const last = to ?? (await readDocSeq(tx, noteId));
    if (from > last) throw new Failure("INVALID_INPUT", "from: must not be later than to");
    return [
      from === 0 ? NOTHING : await readVersion(tx, noteId, from),
      last === 0 ? NOTHING : await readVersion(tx, noteId, last),
    ];
  });
  const { doc, ...told } = await bodies.compare(bytesOf(earlier), furtherBytes(earlier, later));
  return { from: earlier.seq, to: later.seq, doc: JSON.stringify(doc), ...told };
}

/** @throws Failure NOT_FOUND */
export async function readDocSeq(tx: Tx, noteId: string, lock: "" | "FOR UPDATE" = ""): Promise<number> {
  const [row] = await tx.query<{ doc_seq: number }>(`SELECT doc_seq FROM notes_v2 WHERE id = $1 ${lock}`, [
    noteId,
  ]);
  if (!row) throw new Failure("NOT_FOUND");
  return row.doc_seq;
}
