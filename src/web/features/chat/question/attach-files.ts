import type { AttachedFile } from "#contract/chat.ts";
import { FILES_OF_QUESTION } from "#contract/wire/chat-limits.ts";
import { api, queryClient } from "../../../platform/api.ts";
import { newId } from "../../../platform/ids.ts";
import { refuseFile } from "../../../platform/uploads/file-rules.ts";
import { cancelUpload, queueUpload, useUploads } from "../../../platform/uploads/uploads.ts";
import { toast } from "../../../ui/toast-store.ts";
import { plural } from "../../../lib/messages/plural.ts";
import { t } from "../../../lib/messages/t.ts";
import { keepFiles, useDrafts } from "./drafts.ts";

const LIMITS_FRESH_MS = 10 * 60_000;
const askLimits = () =>
  queryClient
    .fetchQuery(api.files.usage.queryOptions({ input: {}, staleTime: LIMITS_FRESH_MS, retry: false }))
    .catch(() => null);

/** Files that were chosen, dropped or pasted go to the person's own files, and along with the next question. */
export async function attachFiles(threadId: string, files: readonly File[]): Promise<void> {
  const limits = navigator.onLine ? await askLimits() : null;
  for (const file of files) {
    if ((useDrafts.getState().files[threadId] ?? []).length >= FILES_OF_QUESTION) return tellTooMany();
    const refusal = refuseFile(file, limits);
    if (refusal) {
      toast.error(refusal, { title: file.name });
      continue;
    }
    await attachFile(threadId, file);
  }
}

function tellTooMany(): void {
  toast.error(
    plural(FILES_OF_QUESTION, {
      one: "{count} file goes along with one question.",
      other: "{count} files go along with one question. Ask about the others in the next one.",
    }),
  );
}

async function attachFile(threadId: string, file: File): Promise<void> {
  const id = newId();
  const attached: AttachedFile = { id, name: file.name || t("File"), type: file.type, isGone: false };
  keepFiles(threadId, (before) => [...before, attached]);
  try {
    await queueUpload(file, "file", { id, into: "question" });
  } catch (error) {
    keepFiles(threadId, (before) => before.filter((one) => one.id !== id));
    const words = error instanceof Error ? error.message : t("Couldn't add this file");
    toast.failed(words, () => void attachFile(threadId, file), { title: file.name });
  }
}

/** What has arrived stays among the person's files until those that nothing uses are cleaned up. */
export function leaveOut(threadId: string, fileId: string): void {
  keepFiles(threadId, (before) => before.filter(({ id }) => id !== fileId));
  if (useUploads.getState().uploads.has(fileId)) void cancelUpload(fileId);
}
