import { knownTitle } from "../../lib/known-title.ts";
import { currentDevice } from "../../lib/sync/device-sync.ts";

/** The document's code is large and a copy is rarely wanted; fetched again, it is there at once. */
const loadDocument = () =>
  Promise.all([import("yjs"), import("#document/yjs.ts"), import("#document/markdown/serialize.ts")]);

/** Fetches what a copy needs while the server is there: it is wanted when the server is not. */
export const prepareExport = () => void loadDocument().catch(() => {});

/** Saves the text that only this device has, as one Markdown file, before a sign-out throws it away. */
export async function exportUnsent(): Promise<void> {
  const store = currentDevice()?.store;
  if (!store) return;
  const [{ mergeUpdates }, { readState }, { toMarkdown }] = await loadDocument();
  const parts: string[] = [];
  for (const { noteId } of await store.pendingNotes()) {
    const { updates } = await store.load(noteId);
    if (updates.length > 0)
      parts.push(`# ${knownTitle(noteId)}\n\n${toMarkdown(readState(mergeUpdates(updates)))}`);
  }
  download(`cairn-unsent-${new Date().toISOString().slice(0, 10)}.md`, parts.join("\n\n---\n\n"));
}

function download(name: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/markdown" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
