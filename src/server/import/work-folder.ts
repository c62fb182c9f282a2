import { lstat, readdir, realpath, rm, stat, utimes } from "node:fs/promises";
import { join, sep } from "node:path";
import { Failure } from "../failure.ts";
import type { Config } from "../platform/config.ts";
import { TREE } from "./reading/plan.ts";

type Place = Pick<Config, "dataDir">;

/** Everything of one import on the disk: what was sent, the tree, the plan. */
export const workFolder = (config: Place, importId: string): string =>
  join(config.dataDir, "imports", importId);

export const removeWork = (config: Place, importId: string): Promise<void> =>
  rm(workFolder(config, importId), { recursive: true, force: true });

/** Says that somebody is at it: how old a folder is counts from here. */
export async function touchWork(config: Place, importId: string): Promise<void> {
  const now = new Date();
  // It may be gone by now: cancelled, or finished.
  await utimes(workFolder(config, importId), now, now).catch(() => {});
}

/**
 * The plan was written by the reader, which has read what somebody sent: a file is taken from where the reader may put files, and
 * from nowhere else.
 * @throws Failure INVALID_INPUT
 */
export async function fileInTree(folder: string, path: string): Promise<string> {
  const tree = await realpath(join(folder, TREE));
  const given = join(tree, path);
  const isFile = await lstat(given).then(
    (found) => found.isFile(),
    () => false,
  );
  const real = isFile ? await realpath(given) : "";
  if (!real.startsWith(tree + sep)) throw new Failure("INVALID_INPUT", "This file wasn't uploaded.");
  return real;
}

/** An hour more than after which an import that nobody went on with is said to be over: see imports.ts. */
const LEFT_OVER_AFTER_MS = 25 * 60 * 60_000;

/** What an import left that was never finished, a day later; younger ones may be another process' at work. */
export async function removeLeftOvers(config: Place): Promise<void> {
  const parent = join(config.dataDir, "imports");
  for (const name of await readdir(parent).catch(() => [])) {
    const path = join(parent, name);
    const found = await stat(path).catch(() => null);
    if (found && Date.now() - found.mtimeMs > LEFT_OVER_AFTER_MS)
      await rm(path, { recursive: true, force: true });
  }
}
