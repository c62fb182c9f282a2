import type { IMAGE_TYPES } from "#contract/files.ts";

const types = ["image/jpeg", "image/png", "image/webp", "image/gif"] as const satisfies typeof IMAGE_TYPES;
const MAX_BYTES = 10 * 1024 * 1024;

/** Why an image is refused before it is sent, in the words of the specification; null when it may go. */
export function refuseImage(file: { size: number; type: string }): string | null {
  // Some systems call a JPEG image/jpg.
  const type = file.type === "image/jpg" ? "image/jpeg" : file.type;
  if (!types.some((allowed) => allowed === type))
    return "File type not supported. Please use JPG, PNG, WebP, or GIF.";
  if (file.size > MAX_BYTES) return "File size must be less than 10MB";
  return null;
}

export const ACCEPTED_IMAGES = types.join(",");
