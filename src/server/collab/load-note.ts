import * as Y from "yjs";
import type { Database, Tx } from "../db/client.ts";

/** Everything a body consists of, in the order it was committed; `seq` is the newest id read, 0 for an empty note. */
export type StoredBody = { parts: Uint8Array[]; seq: number };

/**
 * Reads snapshot and log in one statement, hence from one moment: between two statements compaction could move rows
 * from the one to the other, and they would be seen in neither.
 */
export async function readBody(tx: Tx, noteId: string): Promise<StoredBody> {
  return toBody(await tx.query<PartRow>(READ_BODY, [noteId], "read-body"));
}

/** The same in a transaction of its own. */
export async function readBodyAs(db: Database, userId: string, noteId: string): Promise<StoredBody> {
  return toBody(await db.queryAs<PartRow>(userId, READ_BODY, [noteId], "read-body"));
}

/** What was committed after a row: the rows since, and the snapshot where compaction has moved some of them into it. */
export async function readBodyAfter(tx: Tx, noteId: string, seq: number): Promise<StoredBody> {
  return toBody(
    await tx.query<PartRow>(
      `SELECT through_id AS id, state AS payload FROM note_snapshots WHERE note_id = $1 AND through_id > $2
       UNION ALL SELECT id, payload FROM note_updates WHERE note_id = $1 AND id > $2 ORDER BY id`,
      [noteId, seq],
      "read-body-after",
    ),
  );
}

const READ_BODY = `SELECT through_id AS id, state AS payload FROM note_snapshots WHERE note_id = $1
  UNION ALL SELECT id, payload FROM note_updates WHERE note_id = $1 ORDER BY id`;

type PartRow = { id: number; payload: Buffer };

function toBody(rows: PartRow[]): StoredBody {
  return { parts: rows.map((row) => row.payload), seq: rows.at(-1)?.id ?? 0 };
}

/** Applies stored parts; one that Yjs cannot read is left out and reported, so that the rest of the note still opens. */
export function applyParts(doc: Y.Doc, parts: Uint8Array[], onBroken: (error: unknown) => void): void {
  const { gc } = doc;
  // Collecting what was deleted recurses as deep as it was nested, and that failure would take the whole note along.
  doc.gc = false;
  Y.transact(
    doc,
    () => {
      for (const part of parts) {
        try {
          Y.applyUpdate(doc, part);
        } catch (error) {
          onBroken(error);
        }
      }
    },
    "load",
  );
  doc.gc = gc;
}
