import { readdir } from "node:fs/promises";
import { join } from "node:path";

export type Skipped = { path: string; reason: string };
export type Found = {
  /** Paths of Markdown files below the root, with "/" between folders. */ files: string[];
  skipped: Skipped[];
};

const MARKDOWN = /\.(?:md|markdown)$/i;

/** All Markdown files of a folder, in the order of their names. Links are not followed: they could lead anywhere. */
export async function findFiles(root: string): Promise<Found> {
  const found: Found = { files: [], skipped: [] };
  const open = [""];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    for (const entry of await entriesOf(root, folder, found)) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isSymbolicLink()) {
        if (MARKDOWN.test(entry.name))
          found.skipped.push({ path, reason: "a link; only files in the folder itself are read" });
      } else if (entry.isDirectory()) {
        // Hidden folders hold what programs keep for themselves: .git, .obsidian, .trash.
        if (!entry.name.startsWith(".")) open.push(path);
      } else if (entry.isFile() && MARKDOWN.test(entry.name)) {
        found.files.push(path);
      }
    }
  }
  found.files.sort();
  return found;
}

async function entriesOf(root: string, folder: string, found: Found) {
  try {
    return await readdir(join(root, folder), { withFileTypes: true });
  } catch (error) {
    if (folder === "") throw error;
    found.skipped.push({ path: `${folder}/`, reason: `cannot be opened: ${(error as Error).message}` });
    return [];
  }
}
