import { cachedTitle } from "../../kernel/notes/cached-title.ts";
import { rememberedUserId } from "../../platform/session.ts";
import { currentDevice } from "../../platform/sync/device-sync.ts";
import { openUploadStore } from "../../platform/uploads/upload-store.ts";

/** The document's code is large and a copy is rarely wanted; fetched again, it is there at once. */
const loadDocument = () =>
  Promise.all([import("yjs"), import("#document/yjs/yjs.ts"), import("#document/markdown/serialize.ts")]);

/** Fetches what a copy needs while the server is there: it is wanted when the server is not. */
export const prepareExport = () => void loadDocument().catch(() => {});

/** Saves what only this device has, before a sign-out throws it away: the text as one Markdown file, and the files that wait. */
export async function exportUnsent(): Promise<void> {
  await exportText();
  const userId = rememberedUserId();
  const kept = userId
    ? await openUploadStore(userId)
        .all()
        .catch(() => [])
    : [];
  for (const { name, file } of kept) download(name, file);
}

async function exportText(): Promise<void> {
  const store = currentDevice()?.store;
  if (!store) return;
  const [{ mergeUpdates }, { readState }, { toMarkdown }] = await loadDocument();
  const parts: string[] = [];
  for (const { noteId } of await store.pendingNotes()) {
    const { updates } = await store.load(noteId);
    if (updates.length > 0)
      parts.push(`# ${cachedTitle(noteId)}\n\n${toMarkdown(readState(mergeUpdates(updates)))}`);
  }
  if (parts.length === 0) return;
  const text = new Blob([parts.join("\n\n---\n\n")], { type: "text/markdown" });
  download(`cairn-unsent-${new Date().toISOString().slice(0, 10)}.md`, text);
}

function download(name: string, content: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
