import { createHash } from "node:crypto";

/**
 * The id of what is made from one path of one folder: always the same for the same person, so an import that was
 * broken off is completed by running it again, without a second copy of anything, and a link can name a note before
 * its file was read.
 */
export function importId(
  userId: string,
  root: string,
  kind: "folder" | "note" | "file" | "changeset",
  path: string,
): string {
  const bytes = createHash("sha256").update([userId, root, kind, path].join("\0")).digest().subarray(0, 16);
  // Version 8 says: a UUID by a rule of our own.
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
