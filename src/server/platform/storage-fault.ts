const FULL = ["ENOSPC", "EDQUOT", "53100"];
const BROKEN = ["EIO", "EROFS", "58030"];

/**
 * What is wrong with the disk, when that is why something failed: told by the kernel for files, by PostgreSQL for rows.
 * Undefined when the disk is not at fault.
 */
export function storageFault(error: unknown): "full" | "broken" | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = "code" in cause ? String(cause.code) : "";
    if (FULL.includes(code)) return "full";
    if (BROKEN.includes(code)) return "broken";
  }
  return undefined;
}

/** The bucket that holds the files is away, or refuses our key: told to the person as "try again", and to the log why. */
export class StorageUnavailableError extends Error {
  override name = "StorageUnavailableError";
}
