import type { Mark } from "@tiptap/pm/model";
import { encodeAny, toBase64 } from "lib0/buffer";
import { digest } from "lib0/hash/sha256";

const BYTES = 6;

/**
 * The name under which the editor's binding stores a mark in Yjs: marks that may lie over each other (comments) get a hash of
 * what they say. Any other name would be written anew by every editor that shows the text.
 */
export function storedName(mark: Mark): string {
  if (mark.type.excludes(mark.type)) return mark.type.name;
  const hash = digest(encodeAny(mark.toJSON() as never));
  for (let index = BYTES; index < hash.length; index++)
    hash[index % BYTES] = (hash[index % BYTES] ?? 0) ^ (hash[index] ?? 0);
  return `${mark.type.name}--${toBase64(hash.slice(0, BYTES))}`;
}
