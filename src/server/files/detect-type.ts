import { extname } from "node:path";

/** As much of a file as its kind is read from. */
export const HEAD_BYTES = 65_536;

/** Packed formats whose outer form says too little, and text, which has none: then the name's ending decides. */
const BY_ENDING: Record<string, string> = {
  ".docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  ".pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  ".odt": "application/vnd.oasis.opendocument.text",
  ".ods": "application/vnd.oasis.opendocument.spreadsheet",
  ".odp": "application/vnd.oasis.opendocument.presentation",
  ".epub": "application/epub+zip",
  ".doc": "application/msword",
  ".xls": "application/vnd.ms-excel",
  ".ppt": "application/vnd.ms-powerpoint",
};
const TEXT_BY_ENDING: Record<string, string> = {
  ".md": "text/markdown",
  ".markdown": "text/markdown",
  ".csv": "text/csv",
  ".tsv": "text/tab-separated-values",
  ".json": "application/json",
  ".html": "text/html",
  ".htm": "text/html",
  ".svg": "image/svg+xml",
  ".xml": "application/xml",
  ".rtf": "application/rtf",
};
const PACKED = new Set(["application/zip", "application/x-cfb"]);

/** What a file is by its first bytes, whatever it calls itself; the name only chooses among forms of the same bytes. */
export async function detectType(head: Uint8Array, name: string): Promise<string> {
  const ending = extname(name).toLowerCase();
  const { fileTypeFromBuffer } = await import("file-type");
  const found = (await fileTypeFromBuffer(head).catch(() => undefined))?.mime;
  if (found && PACKED.has(found)) return BY_ENDING[ending] ?? found;
  if (found === "application/xml") return ending === ".svg" ? "image/svg+xml" : found;
  if (found) return found;
  return isText(head) ? (TEXT_BY_ENDING[ending] ?? "text/plain") : "application/octet-stream";
}

function isText(head: Uint8Array): boolean {
  if (head.includes(0)) return false;
  try {
    // The end may cut a letter in two.
    new TextDecoder("utf-8", { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
}
