import * as Y from "yjs";
import type { BodyInput, NoteBody } from "#contract/notes.ts";
import { toHtml } from "#document/html.ts";
import { toMarkdown } from "#document/markdown/serialize.ts";
import { SCHEMA_VERSION } from "#document/schema-version.ts";
import { toText } from "#document/text.ts";
import { readDoc, replaceUpdate } from "#document/yjs.ts";
import { isEmptyUpdate } from "../collab/append-update.ts";
import type { Collab } from "../collab/collab.ts";
import { applyParts, readBody } from "../collab/load-note.ts";
import type { Database } from "../db/client.ts";
import { Failure } from "../failure.ts";
import { selectNote, toDocument } from "./notes.ts";

/** Reads a body as it is in the log, which may be seconds newer than what lists show of it. */
export async function getBody(
  db: Database,
  userId: string,
  noteId: string,
  format: NoteBody["format"],
): Promise<NoteBody> {
  const { doc, seq } = await openBody(db, userId, noteId);
  const node = readDoc(doc);
  doc.destroy();
  const formats = {
    markdown: () => toMarkdown(node),
    text: () => toText(node),
    html: () => toHtml(node),
    json: () => JSON.stringify(node.toJSON()),
  };
  return { noteId, format, text: formats[format](), seq };
}

/**
 * Replaces a body by the smallest difference, so that what others write at the same time in other blocks stays.
 * @throws Failure CONFLICT when the body changed since `baseSeq` was read
 */
export async function replaceBody(
  db: Database,
  collab: Collab,
  userId: string,
  change: { noteId: string; body: BodyInput; baseSeq: number },
): Promise<{ seq: number }> {
  const { doc, seq } = await openBody(db, userId, change.noteId);
  if (seq !== change.baseSeq) throw new Failure("CONFLICT");
  const payload = replaceUpdate(doc, toDocument(change.body));
  doc.destroy();
  if (isEmptyUpdate(payload)) return { seq };
  const appended = await collab.appendUpdate({
    noteId: change.noteId,
    actorId: userId,
    payload,
    schemaVersion: SCHEMA_VERSION,
    via: "server",
  });
  return { seq: appended.seq };
}

async function openBody(db: Database, userId: string, noteId: string): Promise<{ doc: Y.Doc; seq: number }> {
  const body = await db.withUser(userId, async (tx) => {
    await selectNote(tx, noteId);
    return readBody(tx, noteId);
  });
  const doc = new Y.Doc();
  applyParts(doc, body.parts, () => {});
  return { doc, seq: body.seq };
}
