import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * A number in [0, 2^31) that stands for every file below these folders: the same source is tested with the same accidents
 * on every machine, another source with others (decision 42).
 */
export function seedOfSource(root: string, folders: readonly string[]): number {
  const hash = createHash("sha256");
  for (const folder of folders) {
    const files = readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
    for (const file of files) hash.update(`${file.slice(root.length)}\0`).update(readFileSync(file));
  }
  return hash.digest().readUInt32BE() >>> 1;
}
