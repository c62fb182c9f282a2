import { stat } from "node:fs/promises";
import { fileTypeFromFile } from "file-type";
import { IMAGE_TYPES } from "#contract/files.ts";

const NO_IMAGE = "no image of the kinds that are kept: JPG, PNG, WebP, GIF";

/** Why a file of the folder cannot be taken along, as far as its size and first bytes tell; null when it can. */
export async function whyNotTaken(path: string, maxBytes: number): Promise<string | null> {
  try {
    const { size } = await stat(path);
    if (size > maxBytes) return `larger than ${Math.round(maxBytes / 1024 / 1024)} MB`;
    const detected = await fileTypeFromFile(path);
    return IMAGE_TYPES.some((allowed) => allowed === detected?.mime) ? null : NO_IMAGE;
  } catch (error) {
    return `cannot be read: ${(error as Error).message}`;
  }
}
