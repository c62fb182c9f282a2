import type { JSONContent } from "@tiptap/core";
import { hasBlockId, isBlockId } from "./block-id-attribute.ts";

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const LENGTH = 12;

/** Present in browsers (insecure origins too) and in Node, but in neither's types here. */
const { crypto } = globalThis as unknown as { crypto: { getRandomValues(bytes: Uint8Array): Uint8Array } };

export type CreateId = () => string;

/** Random bytes for the next ids: asking for a few at a time costs more than everything else that makes a block. */
const pool = new Uint8Array(LENGTH * 256);
let used = pool.length;

/** A new id for a block: 60 random bits, so two within one note never meet. */
export const createBlockId: CreateId = () => {
  if (used === pool.length) {
    crypto.getRandomValues(pool);
    used = 0;
  }
  let id = "";
  for (const end = used + LENGTH; used < end; used++) id += ALPHABET.charAt(pool[used]! & 31);
  return id;
};

/**
 * A copy of the document in which every block has an id and no two the same; the first of equal ones keeps it.
 * `seen` are ids already in use and receives the new ones. For what the server seeds: a document of 100 000 words would stall a browser for seconds.
 */
export function assignIds(
  doc: JSONContent,
  createId: CreateId = createBlockId,
  seen: Set<string> = new Set(),
): JSONContent {
  const root: JSONContent = { ...doc };
  // A loop over copies still to be made, in the order of the text: the depth of the input has no bound.
  const open: JSONContent[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.type !== undefined && hasBlockId(node.type))
      node.attrs = { ...node.attrs, id: uniqueId(node, seen, createId) };
    if (node.content === undefined) continue;
    node.content = node.content.map((child) => ({ ...child }));
    for (let index = node.content.length - 1; index >= 0; index--)
      open.push(node.content[index] as JSONContent);
  }
  return root;
}

function uniqueId(node: JSONContent, seen: Set<string>, createId: CreateId): string {
  let id: unknown = node.attrs?.id;
  while (!isBlockId(id) || seen.has(id)) id = createId();
  seen.add(id);
  return id;
}
