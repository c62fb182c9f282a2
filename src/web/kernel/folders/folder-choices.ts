import type { Folder } from "#contract/folders.ts";
import { ranked } from "../../lib/rank.ts";
import { flatFolders, folderPath, folderTree } from "./folder-tree.ts";

/** `folderId` null is no folder, or the top level. */
export type FolderChoice = {
  key: string;
  folderId: string | null;
  name: string;
  /** The names above it, from the top. */
  path: string[];
  isRecent: boolean;
};

type Given = {
  folders: Folder[];
  query: string;
  recent: readonly string[];
  /** What no folder at all is called here. */
  topWords: string;
  /** The folder whose branch may not be chosen. */
  except?: string | undefined;
};

/** What a query leaves of the folders: those used last before the rest, and no folder at all where it is not searched. */
export function folderChoices({ folders, query, recent, topWords, except }: Given): FolderChoice[] {
  const listed = flatFolders(folderTree(folders), except).map(({ folder }) => folder);
  const rows = listed.map((folder) => ({
    key: folder.id,
    folderId: folder.id,
    name: folder.name,
    path: folderPath(folders, folder.parentId).map(({ name }) => name),
    isRecent: recent.includes(folder.id),
  }));
  const words = query.trim();
  if (words) {
    const found = rows.map((row) => ({ row, title: [...row.path, row.name].join(" / ") }));
    return ranked(words, found, found.length).map(({ item }) => item.row);
  }
  const last = recent.flatMap((id) => rows.filter((row) => row.folderId === id));
  const top = { key: "top", folderId: null, name: topWords, path: [], isRecent: false };
  return [top, ...last, ...rows.filter((row) => !row.isRecent)];
}

/** Whether a name may be that of a new folder: nothing at the top is called so already. */
export function isNewName(folders: Folder[], query: string): boolean {
  const name = query.trim().toLocaleLowerCase();
  return name !== "" && !folders.some((folder) => folder.name.toLocaleLowerCase() === name);
}
