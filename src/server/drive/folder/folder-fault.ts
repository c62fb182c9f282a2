import { storageFault } from "../../platform/storage-fault.ts";
import { RemoteFault } from "../remote-fault.ts";

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error ? String(error.code) : "";

/** There is no such file any more, or something else bears its name. */
export const isAbsent = (error: unknown): boolean =>
  ["ENOENT", "ENOTDIR", "ELOOP", "ENXIO"].includes(codeOf(error));

const WORDS: Record<string, string> = {
  ENOENT: "The folder isn't there. Its disk may not be connected to the server.",
  ENOTDIR: "The folder isn't there. Its disk may not be connected to the server.",
  ELOOP: "The folder isn't there. Its disk may not be connected to the server.",
  EACCES: "The server may not read or write in the folder. Its administrator has to allow it.",
  EPERM: "The server may not read or write in the folder. Its administrator has to allow it.",
  EROFS: "The server may only read the folder.",
  ENOTCONN: "The disk of the folder doesn't answer.",
  ESTALE: "The disk of the folder doesn't answer.",
  EIO: "The disk of the folder doesn't answer.",
};

/** What the kernel says of the folder, in words for the person; all of it may pass. */
export function folderFault(error: unknown): unknown {
  if (error instanceof RemoteFault) return error;
  if (storageFault(error) === "full")
    return new RemoteFault("There is no room left on the disk of the folder.", {
      mayPass: true,
      cause: error,
    });
  const words = WORDS[codeOf(error)];
  return words === undefined ? error : new RemoteFault(words, { mayPass: true, cause: error });
}
