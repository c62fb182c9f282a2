import { api, queryClient } from "../../platform/api.ts";
import { refuseFile } from "../../platform/uploads/file-rules.ts";
import { queueUpload } from "../../platform/uploads/uploads.ts";
import { toast } from "../../ui/toast-store.ts";
import { t } from "../../lib/messages/t.ts";

/** Begins to send files that no note asked for, into a project where one is named; those the server would refuse are said at once. */
export async function addFiles(files: File[], projectId?: string): Promise<void> {
  const limits = queryClient.getQueryData(api.files.usage.queryKey({ input: {} })) ?? null;
  for (const file of files) {
    const refusal = refuseFile(file, limits);
    if (refusal) {
      toast.error(refusal, { title: file.name });
      continue;
    }
    try {
      await queueUpload(file, "file", projectId ? { into: "project", projectId } : {});
    } catch (error) {
      toast.failed(
        error instanceof Error ? error.message : t("Couldn't add this file"),
        () => void addFiles([file], projectId),
        { title: file.name },
      );
    }
  }
}
