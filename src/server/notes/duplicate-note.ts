import * as Y from "yjs";
import { NOTE_TITLE_MAX, type Note } from "#contract/notes.ts";
import type { Collab } from "../collab/collab.ts";
import { collectDeleted } from "../collab/collect-deleted.ts";
import { applyParts, readBody } from "../collab/load-note.ts";
import type { Database } from "../db/client.ts";
import { createNote } from "./create-note.ts";
import { selectNote } from "./notes.ts";

const SUFFIX = " (copy)";

/** A copy of a note beside it, as it is now; its body is the copy's first change. */
export async function duplicateNote(
  db: Database,
  collab: Pick<Collab, "onLogged" | "bodies" | "room">,
  userId: string,
  { noteId, id }: { noteId: string; id?: string | undefined },
): Promise<Note> {
  const { note, body, isOwn } = await db.withUser(userId, async (tx) => {
    const found = await selectNote(tx, noteId);
    const own = await tx.query("SELECT 1 FROM notes_v2 WHERE id = $1 AND user_id = $2", [noteId, userId]);
    return { note: found, body: await readBody(tx, noteId), isOwn: own.length > 0 };
  });
  return createNote(db, collab, userId, {
    id,
    title: (note.title.trim() || "Untitled").slice(0, NOTE_TITLE_MAX - SUFFIX.length) + SUFFIX,
    seed: seedOf(body.parts, (error) =>
      db.report(new Error("A part of a copied note is broken", { cause: error })),
    ),
    category: note.category,
    tags: note.tags,
    isFavorite: false,
    origin: null,
    // A shared note's folder is another person's.
    folderId: isOwn ? note.folderId : null,
  });
}

function seedOf(parts: Uint8Array[], onBroken: (error: unknown) => void): Uint8Array | undefined {
  if (parts.length === 0) return undefined;
  const doc = new Y.Doc();
  applyParts(doc, parts, onBroken);
  collectDeleted(doc);
  const seed = Y.encodeStateAsUpdate(doc);
  doc.destroy();
  return seed;
}
