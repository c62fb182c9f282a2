import { asMarkdown, type Draft } from "../../features/mobile/capture-draft.ts";
import { createNote } from "../../kernel/notes/note-mutations.ts";
import { cachedNote, putNote } from "../../kernel/notes/note-cache.ts";
import { connectionStatus } from "../../platform/sync/device-sync.ts";

const EXCERPT_LENGTH = 200;

/** Makes a note of what was captured, and answers its id; null when it was refused. Without the server its text goes into the note on this device, to be read at once. */
export async function quickCapture(
  { title, text }: Draft,
  folderId: string | null = null,
): Promise<string | null> {
  const markdown = asMarkdown(text.trim());
  // While it is "syncing" nobody knows yet: on the device the text is safe and can be read either way.
  const isAway = connectionStatus() !== "connected";
  const noteId = await createNote(folderId, isAway ? undefined : markdown, title.trim());
  if (!noteId) return null;
  if (isAway && markdown) await writeHere(noteId, markdown);
  const known = cachedNote(noteId);
  if (known && !known.excerpt)
    putNote({ ...known, excerpt: text.trim().replace(/\s+/g, " ").slice(0, EXCERPT_LENGTH) });
  return noteId;
}

/** The note's text as the editor would have written it; it is sent with the note when the server is back. */
async function writeHere(noteId: string, markdown: string): Promise<void> {
  const [{ parseMarkdown }, { seedUpdate }, { applyUpdate }, { openNoteSession }] = await Promise.all([
    import("#document/markdown/parse.ts"),
    import("#document/yjs/yjs.ts"),
    import("yjs"),
    import("../../platform/sync/open-notes.ts"),
  ]);
  const session = openNoteSession(noteId);
  await new Promise<void>((done) => {
    const look = () => {
      if (!session.state().isReady) return false;
      done();
      return true;
    };
    if (look()) return;
    const stop = session.subscribe(() => look() && stop());
  });
  applyUpdate(session.doc, seedUpdate(parseMarkdown(markdown).doc));
  session.release();
}
