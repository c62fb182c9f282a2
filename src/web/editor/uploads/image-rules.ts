import type { IMAGE_TYPES } from "#contract/files.ts";
import { t } from "../../lib/messages/t.ts";

const types = ["image/jpeg", "image/png", "image/webp", "image/gif"] as const satisfies typeof IMAGE_TYPES;
const MAX_BYTES = 10 * 1024 * 1024;

/** Why an image is refused before it is sent, in the words of the specification; null when it may go. */
export function refuseImage(file: { size: number; type: string }): string | null {
  if (!isImage(file)) return t("File type not supported. Please use JPG, PNG, WebP, or GIF.");
  if (file.size > MAX_BYTES) return t("File size must be less than 10MB");
  return null;
}

/** Whether it goes into the text as an image, whatever its size. Some systems call a JPEG image/jpg. */
export const isImage = ({ type }: { type: string }): boolean =>
  type === "image/jpg" || types.some((allowed) => allowed === type);

export const ACCEPTED_IMAGES = types.join(",");
