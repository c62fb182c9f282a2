import { basename, posix } from "node:path";
import type { Database } from "../db/client.ts";
import { createFolder } from "../folders/folders.ts";
import { importId } from "../import/import-id.ts";

const FOLDER_NAME_MAX = 200;
/** More than any path is deep, less than fills memory. */
const REMEMBERED = 1000;

export type FolderMaker = {
  /**
   * The id of the folder for a path below the root ("." for the root itself), which is made when it is missing; null where
   * the root itself is to become none.
   */
  idOf: (path: string) => Promise<string | null>;
  /** How many are made; an approximation when there are very many, because old ones are forgotten. */
  readonly made: number;
};

/** Makes folders when the first note needs them, parents first. With `isTrial` it only says which there would be. */
export function createFolderMaker(
  db: Database,
  userId: string,
  root: string,
  options: { isTrial: boolean; hasTopFolder: boolean },
): FolderMaker {
  const { isTrial, hasTopFolder } = options;
  const known = new Map<string, Promise<string | null>>();
  let made = 0;

  async function make(path: string): Promise<string | null> {
    if (path === "." && !hasTopFolder) return null;
    const parentId = path === "." ? null : await idOf(posix.dirname(path));
    const id = importId(userId, root, "folder", path);
    made++;
    if (isTrial) return id;
    const name = folderName(basename(path === "." ? root : path));
    return (await createFolder(db, userId, { id, name, parentId, isLoggedElsewhere: true })).id;
  }

  function idOf(path: string): Promise<string | null> {
    const there = known.get(path);
    if (there) return there;
    if (known.size >= REMEMBERED) known.clear();
    const id = make(path);
    known.set(path, id);
    // What failed is tried again by the next file.
    id.catch(() => known.delete(path));
    return id;
  }

  return {
    idOf,
    get made() {
      return made;
    },
  };
}

function folderName(name: string): string {
  return name.replaceAll("\0", "").trim().slice(0, FOLDER_NAME_MAX).toWellFormed() || "Imported";
}
