import { ACCEPTED_IMAGES, isImage, refuseImage } from "../../editor/uploads/image-rules.ts";
import { t } from "../../lib/messages/t.ts";
import { api, queryClient } from "../../platform/api.ts";
import { refuseFile } from "../../platform/uploads/file-rules.ts";
import { queueUpload } from "../../platform/uploads/uploads.ts";
import { toast } from "../../ui/toast-store.ts";

const VIDEOS = ["video/mp4", "video/webm"];

/** For a file chooser. */
export const ACCEPTED = [ACCEPTED_IMAGES, ...VIDEOS].join(",");

/** Why it is refused before it is sent. A video's limit is a setting of the server. */
function refuse(file: File): string | null {
  if (!VIDEOS.includes(file.type)) return refuseImage(file);
  return refuseFile(file, queryClient.getQueryData(api.files.usage.queryKey({ input: {} })) ?? null);
}

/** Begins to send pictures and videos; without the server they wait on this device. */
export async function addPictures(files: readonly File[]): Promise<void> {
  for (const file of files) {
    const refusal = refuse(file);
    if (refusal) {
      toast.error(refusal, { title: file.name });
      continue;
    }
    try {
      await queueUpload(file, isImage(file) ? "image" : "file", { into: "gallery" });
    } catch (error) {
      const message = error instanceof Error ? error.message : t("Couldn't add this file");
      toast.failed(t("Failed to upload image: {message}", { message }), () => void addPictures([file]), {
        title: file.name,
      });
    }
  }
}
