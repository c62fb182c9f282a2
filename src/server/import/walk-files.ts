import { opendir } from "node:fs/promises";
import { join } from "node:path";

/** A Markdown file below the root, with "/" between folders; or why one is left out. */
export type Walked = { path: string; leftOut?: string };

export const MARKDOWN = /\.(?:md|markdown)$/i;
/** What becomes a note: Markdown, and what was read from another format already. */
export const NOTE_FILE = /\.(?:md|markdown|cairnnote)$/i;
export const IMAGE = /\.(?:png|jpe?g|webp|gif)$/i;

/**
 * All Markdown files of a folder, one after another, so that a million of them take no more memory than ten. Links are
 * not followed: they could lead anywhere.
 */
export async function* walkFiles(root: string, folder = "", wanted = MARKDOWN): AsyncGenerator<Walked> {
  const below: string[] = [];
  try {
    for await (const entry of await opendir(join(root, folder), { bufferSize: 256 })) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      const isWanted = wanted.test(entry.name);
      // Hidden folders hold what programs keep for themselves: .git, .obsidian, .trash.
      if (entry.isDirectory() && !entry.name.startsWith(".")) below.push(path);
      else if (entry.isSymbolicLink() && isWanted)
        yield { path, leftOut: "a link; only files in the folder itself are read" };
      else if (entry.isFile() && isWanted) yield { path };
    }
  } catch (error) {
    if (folder === "") throw error;
    yield { path: `${folder}/`, leftOut: `cannot be opened: ${(error as Error).message}` };
  }
  for (const path of below.sort()) yield* walkFiles(root, path, wanted);
}
