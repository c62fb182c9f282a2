import type { FileEntry } from "#contract/files.ts";
import { t } from "../../lib/messages/t.ts";
import { api, invalidate } from "../../platform/api.ts";
import { failureWords } from "../../platform/rpc-errors.ts";
import { send } from "../../platform/send.ts";
import { toast } from "../../ui/toast-store.ts";
import { tellFailed } from "../failed-changes.ts";
import { openGallery } from "./open-gallery.ts";

/** What a gallery takes: images that pages show, and videos that they play. */
export const isForGallery = ({ kind, type, width }: Pick<FileEntry, "kind" | "type" | "width">): boolean =>
  kind === "image" ? width !== null : /^video\/(?:mp4|webm)$/.test(type);

/** A file that is there already; it is in the store once all the same. */
export async function addFileToGallery(fileId: string): Promise<void> {
  const input = { fileId };
  try {
    await send(["gallery", "add"], input, () => api.gallery.add.call(input));
    invalidate(api.gallery.key());
    toast.success(t("Added to the gallery"), {
      action: { label: t("Open Gallery"), run: () => openGallery() },
    });
  } catch (error) {
    tellFailed(fileId, failureWords(error, t("Failed to add to the gallery")), () =>
      addFileToGallery(fileId),
    );
  }
}
