import { readFile, stat } from "node:fs/promises";

/** Far above any text that a person wrote; what is larger is data that happens to end in .md. */
export const FILE_MAX_BYTES = 10_000_000;

/** Why a file cannot become a note, in words for the report. */
export class UnreadableFile extends Error {}

/** @throws UnreadableFile */
export async function readMarkdown(path: string): Promise<string> {
  const { size } = await stat(path);
  if (size > FILE_MAX_BYTES) {
    throw new UnreadableFile(`too large: ${(size / 1e6).toFixed(1)} MB, at most ${FILE_MAX_BYTES / 1e6} MB`);
  }
  const bytes = await readFile(path);
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  if (bytes.subarray(0, 8192).includes(0)) throw new UnreadableFile("not text: it contains zero bytes");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableFile("not UTF-8: save it in that encoding and import again");
  }
}
