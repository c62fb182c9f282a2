import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { compressFolder } from "./compress.ts";
import { root, run } from "./run-tool.ts";

const TARGET = join(root, "dist/web");
const STAMP = ".vite/source.txt";

/** What the web part is built from. */
const FOLDERS = ["src/web", "src/contract", "src/document"];
const FILES = [
  "index.html",
  "vite.config.ts",
  "package-lock.json",
  "scripts/compress.ts",
  "scripts/first-paint.ts",
  "scripts/public-site.ts",
  "scripts/diagram-page.ts",
  "scripts/icon-imports.ts",
  "scripts/chunks.ts",
  "scripts/preloads.ts",
  "scripts/retry-chunk-plugin.ts",
];

/**
 * Builds the web part into dist/web unless it is there for exactly these sources. Built aside and then moved, so
 * that neither an interruption nor a second build at the same time leaves half of one.
 */
export async function buildWeb(): Promise<"built" | "fresh"> {
  const wanted = await hashSources();
  const present = await readFile(join(TARGET, STAMP), "utf8").catch(() => undefined);
  const hasTools = existsSync(join(root, "node_modules/vite/package.json"));
  if (present === wanted || (present !== undefined && !hasTools)) return "fresh";
  const draft = join(root, `.cache/web-${process.pid}`);
  const old = `${draft}-old`;
  try {
    await mkdir(dirname(TARGET), { recursive: true });
    const { code, output } = await run(
      "vite",
      ["build", "--outDir", draft, "--emptyOutDir", "--logLevel", "warn"],
      { env: { NODE_ENV: "production" } },
    );
    if (code !== 0) throw new Error(`The web part could not be built:\n${output}`);
    await compressFolder(draft);
    await writeFile(join(draft, STAMP), wanted);
    await rename(TARGET, old).catch(ignoreMissing);
    await rename(draft, TARGET);
  } finally {
    await rm(draft, { recursive: true, force: true });
    await rm(old, { recursive: true, force: true });
  }
  return "built";
}

async function hashSources(): Promise<string> {
  const hash = createHash("sha256");
  const paths = [...FILES];
  for (const folder of FOLDERS) {
    const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile() && !entry.name.includes(".test."));
    paths.push(...files.map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1)));
  }
  for (const path of paths.toSorted()) hash.update(`${path}\0`).update(await readFile(join(root, path)));
  return hash.digest("hex");
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT") throw error;
}

if (import.meta.main) {
  try {
    await buildWeb();
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = 1;
  }
}
