import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { root, run } from "./run-tool.ts";

const STAMP = ".source.txt";

type Sources = { folders: string[]; files: string[] };

/**
 * Makes dist/<name> unless it is there for exactly these sources. Built aside and then moved, so that neither an interruption nor a
 * second build at the same time leaves half of one. Without build tools, as in a server's image, what is there is taken.
 * @param sources Folders (without their tests) and files, from the project's folder.
 * @param make Fills an empty folder beside the target.
 */
export async function buildUnlessFresh(
  name: string,
  sources: Sources,
  make: (draft: string) => Promise<void>,
): Promise<"built" | "fresh"> {
  const target = join(root, "dist", name);
  const wanted = await hashOf(sources);
  const present = await stampOf(target);
  const hasTools = existsSync(join(root, "node_modules/vite/package.json"));
  if (present === wanted || (present !== undefined && !hasTools)) return "fresh";
  const draft = join(dirname(target), `.${basename(target)}-${process.pid}`);
  const old = `${draft}-old`;
  try {
    await mkdir(dirname(target), { recursive: true });
    await make(draft);
    await writeFile(join(draft, STAMP), wanted);
    await rename(target, old).catch(ignoreMissing);
    await rename(draft, target);
  } finally {
    await rm(draft, { recursive: true, force: true });
    await rm(old, { recursive: true, force: true });
  }
  return "built";
}

/** Whether dist/<name> is there for exactly these sources, of which a copy of the tree may lack some. */
export async function isFresh(name: string, sources: Sources): Promise<boolean> {
  const present = await stampOf(join(root, "dist", name));
  return present !== undefined && present === (await hashOf(sources));
}

const stampOf = (target: string): Promise<string | undefined> =>
  readFile(join(target, STAMP), "utf8").catch(() => undefined);

/** In a process of its own: Vite changes the environment of the one it runs in, which tests would inherit. */
export async function runVite(config: string, draft: string): Promise<void> {
  const args = ["build", "--config", config, "--outDir", draft, "--emptyOutDir", "--logLevel", "warn"];
  const { code, output } = await run("vite", args, { env: { NODE_ENV: "production" } });
  if (code !== 0) throw new Error(`What ${config} describes could not be built:\n${output}`);
}

async function hashOf({ folders, files }: Sources): Promise<string> {
  const hash = createHash("sha256");
  const paths = [...files];
  for (const folder of folders) {
    const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
    const found = entries.filter((entry) => entry.isFile() && !entry.name.includes(".test."));
    paths.push(...found.map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1)));
  }
  for (const path of paths.toSorted()) hash.update(`${path}\0`).update(await readFile(join(root, path)));
  return hash.digest("hex");
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT") throw error;
}
