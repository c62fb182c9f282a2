import { posix } from "node:path";
import { IMAGE, MARKDOWN, walkFiles } from "./walk-files.ts";

/** What a bare name stands for: the one file with it, none, or several. */
export type Named = { path: string | null; isAmbiguous: boolean };
export type FindByName = (name: string) => Promise<Named>;

const key = (name: string) => name.replace(MARKDOWN, "").normalize("NFC").toLowerCase();

/**
 * The notes and images of a folder by bare name, as `[[name]]` and `![[image.png]]` mean them. Reads the folder's names when first asked, which only wiki
 * links do: about 200 bytes a file, the only thing of an import that grows with the folder.
 */
export function noteNames(root: string): FindByName {
  let names: Promise<Map<string, string | null>> | undefined;
  return async (name) => {
    names ??= readNames(root);
    const path = (await names).get(key(name));
    return { path: path ?? null, isAmbiguous: path === null };
  };
}

async function readNames(root: string): Promise<Map<string, string | null>> {
  const names = new Map<string, string | null>();
  // Notes are named without their ending, images with it: neither hides the other.
  for (const wanted of [MARKDOWN, IMAGE])
    for await (const { path, leftOut } of walkFiles(root, "", wanted)) {
      if (leftOut !== undefined) continue;
      const name = key(posix.basename(path));
      names.set(name, names.has(name) ? null : path);
    }
  return names;
}
