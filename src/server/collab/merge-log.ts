import * as Y from "yjs";
import { countChangedWords, wordsOf } from "#document/compare/changed-words.ts";
import { keepFormatting } from "#document/keep-formatting.ts";
import { toText } from "#document/text/text.ts";
import { mergeKeepingWords } from "#document/yjs/merge-updates.ts";
import { readDoc } from "#document/yjs/yjs.ts";

/** Somebody who comes back later than this begins a new version. */
const PAUSE_MS = 5 * 60 * 1000;
/** Who never pauses gets a version every ten minutes all the same. */
const SITTING_MS = 10 * 60 * 1000;
/** Counting words is a service, merging a duty: of a log of thousands of sittings only the first are counted. */
const COUNTING_MS = 5_000;

export type LogRow = { id: number; payload: Uint8Array; at: Date; actorId: string };
/** Rows of the log merged into one sitting: one version of the note. */
export type Chunk = {
  fromId: number;
  throughId: number;
  startedAt: Date;
  endedAt: Date;
  payload: Uint8Array;
  actorIds: string[];
  wordCount: number | null;
  wordsAdded: number | null;
  wordsRemoved: number | null;
};
/** What takes the place of log rows: the new snapshot, the history, and which rows are in them, oldest first. */
export type Compacted = { state: Uint8Array; stateVector: Uint8Array; chunks: Chunk[]; moved: number[] };

export type Log = {
  /** The snapshot that the rows follow. */
  state: Uint8Array | null;
  rows: LogRow[];
  /** The last chunk that is there; the first rows may go on with it. */
  open: Chunk | null;
  /** No chunk may reach over one of these ids: a version ends there. */
  cuts: number[];
};

/** Pure. A row that Yjs cannot read is not moved: it stays in the log, where somebody can still look at it. */
export function mergeLog(log: Log): Compacted {
  const doc = new Y.Doc();
  keepFormatting(doc);
  if (log.state) Y.applyUpdate(doc, log.state);
  const count = wordCounter(doc);
  const moved: number[] = [];
  const chunks: Chunk[] = [];
  for (const sitting of sittings(log)) {
    const rows = sitting.rows.filter((row) => isApplied(doc, row));
    if (rows.length === 0) continue;
    moved.push(...rows.map((row) => row.id));
    chunks.push(toChunk(sitting.open, rows, count()));
  }
  const state = Y.encodeStateAsUpdate(doc);
  const compacted = { state, stateVector: Y.encodeStateVector(doc), chunks, moved };
  doc.destroy();
  return compacted;
}

function isApplied(doc: Y.Doc, row: LogRow): boolean {
  try {
    Y.applyUpdate(doc, row.payload);
    return true;
  } catch {
    return false;
  }
}

type Sitting = { open: Chunk | null; rows: LogRow[] };

function sittings({ rows, open, cuts }: Log): Sitting[] {
  const result: Sitting[] = open ? [{ open, rows: [] }] : [];
  let startedAt = open?.startedAt.getTime() ?? 0;
  let last = open && { id: open.throughId, at: open.endedAt };
  for (const row of rows) {
    const at = row.at.getTime();
    const before = last;
    const isCut = before !== null && cuts.some((cut) => before.id <= cut && cut < row.id);
    // A clock that went back is a reason too: the times of a version shall say when it was written.
    const isLater = before === null || at - before.at.getTime() > PAUSE_MS || at < startedAt;
    if (isCut || isLater || at - startedAt > SITTING_MS) {
      result.push({ open: null, rows: [] });
      startedAt = at;
    }
    result.at(-1)!.rows.push(row);
    last = row;
  }
  return result;
}

type Count = Pick<Chunk, "wordCount" | "wordsAdded" | "wordsRemoved">;

/** Each call tells what came and went since the one before. */
function wordCounter(doc: Y.Doc): () => Count {
  const until = performance.now() + COUNTING_MS;
  const read = () => {
    if (performance.now() > until) return null;
    try {
      return wordsOf(toText(readDoc(doc)));
    } catch {
      return null;
    }
  };
  let before = read();
  return () => {
    const after = read();
    const { added, removed } =
      before && after ? countChangedWords(before, after) : { added: null, removed: null };
    before = after;
    return { wordCount: after?.length ?? null, wordsAdded: added, wordsRemoved: removed };
  };
}

function toChunk(open: Chunk | null, rows: LogRow[], count: Count): Chunk {
  const first = open ?? { fromId: rows[0]!.id, startedAt: rows[0]!.at, wordsAdded: 0, wordsRemoved: 0 };
  const last = rows.at(-1)!;
  const payloads = rows.map((row) => row.payload);
  return {
    fromId: first.fromId,
    throughId: last.id,
    startedAt: first.startedAt,
    endedAt: last.at,
    payload: mergeKeepingWords(open ? [open.payload, ...payloads] : payloads),
    actorIds: [...new Set([...(open?.actorIds ?? []), ...rows.map((row) => row.actorId)])],
    wordCount: count.wordCount,
    wordsAdded: sum(first.wordsAdded, count.wordsAdded),
    wordsRemoved: sum(first.wordsRemoved, count.wordsRemoved),
  };
}

/** Of parts that were counted all; null where one was not. */
export function sum(one: number | null, other: number | null): number | null {
  return one === null || other === null ? null : one + other;
}
