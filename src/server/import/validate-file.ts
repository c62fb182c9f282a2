import { open, stat } from "node:fs/promises";
import { IMAGE_TYPES } from "#contract/files.ts";
import { detectType, HEAD_BYTES } from "../files/detect-type.ts";
import { isImage, isVideo } from "../files/kinds.ts";
import { messageOf } from "../extract/refused.ts";

/** How large files may be, by what they are; without the last two only images are taken. */
export type FileLimits = { maxImageBytes: number; maxFileBytes?: number; maxVideoBytes?: number };

const NO_IMAGE = "not a supported image: JPG, PNG, WebP or GIF";

/** Why a file of the folder cannot be taken along, as far as its size and first bytes tell; null when it can. */
export async function findFileProblem(path: string, limits: FileLimits): Promise<string | null> {
  try {
    const { size } = await stat(path);
    const { maxImageBytes, maxFileBytes, maxVideoBytes } = limits;
    if (maxFileBytes === undefined || maxVideoBytes === undefined) {
      if (size > maxImageBytes) return tooLarge(maxImageBytes);
      const { fileTypeFromFile } = await import("file-type");
      const detected = await fileTypeFromFile(path);
      return IMAGE_TYPES.some((allowed) => allowed === detected?.mime) ? null : NO_IMAGE;
    }
    const type = await typeOfFile(path);
    const limit = isImage(type) ? maxImageBytes : isVideo(type) ? maxVideoBytes : maxFileBytes;
    return size > limit ? tooLarge(limit) : null;
  } catch (error) {
    return `can't be read: ${messageOf(error)}`;
  }
}

const tooLarge = (limit: number) => `larger than ${Math.round(limit / 1024 / 1024)} MB`;

/** What a file is, by its first bytes. */
export async function typeOfFile(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return await detectType(buffer.subarray(0, bytesRead), path);
  } finally {
    await file.close();
  }
}
