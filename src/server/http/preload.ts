import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * The Link header that the build has worked out for a page (scripts/preloads.ts); "" where nothing is known to be needed. Read once.
 */
export async function readPreloads(webRoot: string): Promise<(path: string) => string> {
  const path = join(webRoot, ".vite/preloads.json");
  if (!existsSync(path)) return () => "";
  const headers = JSON.parse(await readFile(path, "utf8")) as [start: string, link: string][];
  return (asked) => headers.find(([start]) => asked === start || asked.startsWith(`${start}/`))?.[1] ?? "";
}
