import type { Folder } from "#contract/folders.ts";
import { type AiAccess, isStricter } from "#contract/shared/ai-access.ts";
import { folderPath } from "../folders/folder-tree.ts";

/** What holds for a folder, and the nearest of it and those above it that says so; null where any model may read it. */
export function fenceOfFolder(
  folders: Folder[],
  folderId: string | null,
): { aiAccess: AiAccess; by: Folder } | null {
  return folderPath(folders, folderId).reduce<ReturnType<typeof fenceOfFolder>>((found, folder) => {
    const { aiAccess } = folder;
    const isHeld = isStricter(aiAccess, "any") && !isStricter(found?.aiAccess ?? "any", aiAccess);
    return isHeld ? { aiAccess, by: folder } : found;
  }, null);
}
