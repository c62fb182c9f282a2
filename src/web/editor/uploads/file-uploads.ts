import type { Editor } from "@tiptap/core";
import { api, queryClient } from "../../platform/api.ts";
import { type FileLimits, refuseFile } from "../../platform/uploads/file-rules.ts";
import { queueUpload } from "../../platform/uploads/uploads.ts";
import { toast } from "../../ui/toast-store.ts";
import { noteOf } from "../session/note-of.ts";
import { keepPlace } from "../input/kept-place.ts";
import { insertBlockAt } from "../nodes/insert-block.ts";
import { t } from "../../lib/messages/t.ts";

const VIDEO = new Set(["video/mp4", "video/webm"]);
const LIMITS_FRESH_MS = 10 * 60_000;

/** What this server takes; without it whatever is sent is refused or kept there. */
const askLimits = (): Promise<FileLimits | null> =>
  queryClient
    .fetchQuery(api.files.usage.queryOptions({ input: {}, staleTime: LIMITS_FRESH_MS, retry: false }))
    .catch(() => null);

/**
 * Puts files into the text as blocks, which stand there at once and say how far the files have come: with the server or without,
 * the block has the address that the file will have.
 */
export async function insertFiles(editor: Editor, files: File[], at: number): Promise<void> {
  let place = keepPlace(editor, at, -1);
  const limits = navigator.onLine ? await askLimits() : null;
  const failed: File[] = [];
  let words = "";
  for (const file of files) {
    const refusal = refuseFile(file, limits);
    if (refusal) {
      toast.error(refusal, { title: file.name });
      continue;
    }
    try {
      const { url } = await queueUpload(file, "file", { noteId: noteOf(editor) });
      if (editor.isDestroyed) return;
      const { name, size } = file;
      const block = VIDEO.has(file.type)
        ? { type: "video", attrs: { url, name } }
        : { type: "fileBlock", attrs: { url, name, size } };
      // The next one below.
      place = keepPlace(editor, insertBlockAt(editor, block, place.release()), 1);
    } catch (error) {
      failed.push(file);
      words = error instanceof Error ? error.message : t("Couldn't add this file");
    }
  }
  const end = place.release();
  if (failed.length > 0)
    toast.failed(words, () => {
      if (!editor.isDestroyed) void insertFiles(editor, failed, Math.min(end, editor.state.doc.content.size));
    });
}
