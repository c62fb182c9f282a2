import { constants, type PathLike } from "node:fs";
import { type FileHandle, mkdir, open } from "node:fs/promises";
import { isAbsent } from "./folder-fault.ts";

const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK } = constants;

/**
 * The name of something in a folder that is open, whatever has been put at the folder's own path since. The kernel resolves it from the
 * descriptor, so no link that is swapped in between leads elsewhere.
 */
export const within = (folder: FileHandle, name: string): string => {
  if (name === "" || name === "." || name === ".." || /[/\0]/.test(name))
    throw new Error("No name of a file");
  return `/proc/self/fd/${folder.fd}/${name}`;
};

/** What lies in it. */
export const inside = (folder: FileHandle): string => `/proc/self/fd/${folder.fd}`;

const openAsFolder = (path: PathLike): Promise<FileHandle> => open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);

/** The folder itself may be reached by a link that the operator made; nothing below it may. */
export const openRoot = (path: string): Promise<FileHandle> => open(path, O_RDONLY | O_DIRECTORY);

export const openFolder = (folder: FileHandle, name: string): Promise<FileHandle> =>
  openAsFolder(within(folder, name));

/** For writing into it. */
export async function ensureFolder(folder: FileHandle, name: string): Promise<FileHandle> {
  await mkdir(within(folder, name), { mode: 0o770 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  return openFolder(folder, name);
}

/** A pipe doesn't hold it up, and is refused as all is that isn't a file. */
export async function openFile(folder: FileHandle, name: string): Promise<FileHandle> {
  const file = await open(within(folder, name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  if ((await file.stat()).isFile()) return file;
  await file.close();
  throw Object.assign(new Error("This isn't a file"), { code: "ENXIO" });
}

/** Runs something with the folder that a path leads through, one name after another. Null where one of them is no folder any more. */
export async function withFolderOf<T>(
  root: FileHandle,
  path: string,
  run: (folder: FileHandle, name: string) => Promise<T>,
): Promise<T | null> {
  const names = path.split("/");
  const last = names.pop()!;
  let folder = root;
  try {
    for (const name of names) {
      const next = await openFolder(folder, name);
      if (folder !== root) await folder.close();
      folder = next;
    }
    return await run(folder, last);
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  } finally {
    if (folder !== root) await folder.close();
  }
}
