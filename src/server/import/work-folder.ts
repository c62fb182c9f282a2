import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../platform/config.ts";

/** Everything of one import on the disk: what was sent, the tree, the plan. */
export const workFolder = (config: Pick<Config, "dataDir">, importId: string): string =>
  join(config.dataDir, "imports", importId);

export const removeWork = (config: Pick<Config, "dataDir">, importId: string): Promise<void> =>
  rm(workFolder(config, importId), { recursive: true, force: true });

const LEFT_OVER_AFTER_MS = 24 * 60 * 60_000;

/** What an import left that was never finished, a day later; younger ones may be another process' at work. */
export async function removeLeftOvers(config: Pick<Config, "dataDir">): Promise<void> {
  const parent = join(config.dataDir, "imports");
  for (const name of await readdir(parent).catch(() => [])) {
    const path = join(parent, name);
    const found = await stat(path).catch(() => null);
    if (found && Date.now() - found.mtimeMs > LEFT_OVER_AFTER_MS)
      await rm(path, { recursive: true, force: true });
  }
}
