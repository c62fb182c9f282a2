import * as Y from "yjs";
import { keepFormatting } from "#document/keep-formatting.ts";

const CHUNK_MS = 10 * 60 * 1000;

export type LogRow = { id: number; payload: Uint8Array; at: Date };
/** Rows of the log merged by ten minutes of writing. */
export type Chunk = {
  fromId: number;
  throughId: number;
  startedAt: Date;
  endedAt: Date;
  payload: Uint8Array;
};
/** What takes the place of log rows: the new snapshot, the history, and which rows are in them, oldest first. */
export type Compacted = { state: Uint8Array; stateVector: Uint8Array; chunks: Chunk[]; moved: number[] };

/** Pure. A row that Yjs cannot read is not moved: it stays in the log, where somebody can still look at it. */
export function mergeLog(state: Uint8Array | null, rows: LogRow[]): Compacted {
  const doc = new Y.Doc();
  keepFormatting(doc);
  if (state) Y.applyUpdate(doc, state);
  const moved: number[] = [];
  const windows = new Map<number, LogRow[]>();
  for (const row of rows) {
    try {
      Y.applyUpdate(doc, row.payload);
    } catch {
      continue;
    }
    moved.push(row.id);
    const window = Math.floor(row.at.getTime() / CHUNK_MS);
    const group = windows.get(window);
    if (group) group.push(row);
    else windows.set(window, [row]);
  }
  const compacted = {
    state: Y.encodeStateAsUpdate(doc),
    stateVector: Y.encodeStateVector(doc),
    chunks: [...windows.values()].map(toChunk),
    moved,
  };
  doc.destroy();
  return compacted;
}

function toChunk(rows: LogRow[]): Chunk {
  const first = rows[0]!;
  const last = rows.at(-1)!;
  return {
    fromId: first.id,
    throughId: last.id,
    startedAt: first.at,
    endedAt: last.at,
    payload: Y.mergeUpdates(rows.map((row) => row.payload)),
  };
}
