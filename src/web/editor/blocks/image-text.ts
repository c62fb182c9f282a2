import type { Node } from "@tiptap/pm/model";
import { safeOwnFile } from "#document/html/safe-urls.ts";
import { t } from "../../lib/messages/t.ts";
import { api } from "../../platform/api.ts";
import { copyText } from "../../platform/device/clipboard.ts";
import { errorMessage } from "../../platform/rpc-errors.ts";
import { fileIdOf } from "../../platform/uploads/file-id.ts";
import { toast } from "../../ui/toast-store.ts";

/** The uploaded images in a block, in their order. */
export function imagesIn(block: Node): string[] {
  const ids: string[] = [];
  const look = (node: Node) => {
    const src = node.type.name === "image" ? safeOwnFile(node.attrs.src) : null;
    const id = src === null ? null : fileIdOf(src);
    if (id) ids.push(id);
  };
  look(block);
  block.descendants(look);
  return ids;
}

/** Copies the words that the server has seen in images, or says why there are none. */
export async function copyImageText(fileIds: string[]): Promise<void> {
  try {
    const found = await Promise.all(fileIds.map((fileId) => api.files.text.call({ fileId })));
    const text = found
      .map((each) => each.text.trim())
      .filter(Boolean)
      .join("\n\n");
    if (text) await copyText(text, t("Text copied"));
    else if (found.some(({ state }) => state === "waiting"))
      toast.info(t("Cairn is still looking for text in it."));
    else if (found.every(({ state }) => state === "unread"))
      toast.error(t("This server doesn't read text in images."));
    else toast.info(t("No text was found in this image."));
  } catch (error) {
    toast.failed(errorMessage(error, t("Couldn't load.")), () => void copyImageText(fileIds));
  }
}
