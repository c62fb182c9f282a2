import { readFile, stat } from "node:fs/promises";
import { TEXT_MAX_BYTES } from "../../extract/limits.ts";
import { Refused } from "../../extract/refused.ts";

const CHARSET =
  /<meta[^>]{0,200}charset\s*=\s*["']?([\w-]{2,40})|<\?xml[^>]{0,200}encoding\s*=\s*["']([\w-]{2,40})/i;

/** A file as text, in the encoding it says or is in. @throws Refused */
export async function readText(path: string, maxBytes = TEXT_MAX_BYTES): Promise<string> {
  const { size } = await stat(path);
  if (size > maxBytes)
    throw new Refused(`too large: ${(size / 1e6).toFixed(1)} MB, at most ${Math.round(maxBytes / 1e6)} MB`);
  return decode(await readFile(path));
}

/** @throws Refused for what is no text */
export function decode(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  if (bytes.subarray(0, 8192).includes(0)) throw new Refused("not text: it contains zero bytes");
  const said = CHARSET.exec(bytes.subarray(0, 2048).toString("latin1"));
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return otherwise(bytes, said?.[1] ?? said?.[2]);
  }
}

/** What is no UTF-8 and says nothing was written by an old program in the West. */
function otherwise(bytes: Buffer, label = "windows-1252"): string {
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
