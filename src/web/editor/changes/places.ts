import type { JSONContent } from "@tiptap/core";
import type { Node, Schema } from "@tiptap/pm/model";
import { isBlockId } from "#document/block-id-attribute.ts";
import type { WaitingPart } from "./waiting-part.ts";

/** Whether it can be put in as it is; written: somebody has changed its blocks; gone: they aren't there. */
export type Standing = "ready" | "written" | "gone";

export type Place = {
  /** The blocks it is about, in the text as it is now; empty where it only puts something in. */
  from: number;
  to: number;
  standing: Standing;
};

type Found = { node: Node; from: number; index: number };

/** Where parts stand in the text, by the same rules by which the server puts them in (document/hunks/hunks.ts). */
export function placesOf(doc: Node, parts: readonly WaitingPart[]): Place[] {
  const byId = new Map<string, Found>();
  doc.forEach((node, from, index) => {
    const id: unknown = node.attrs["id"];
    if (isBlockId(id)) byId.set(id, { node, from, index });
  });
  return parts.map((part) => placeOf(doc, byId, part));
}

function placeOf(doc: Node, byId: ReadonlyMap<string, Found>, part: WaitingPart): Place {
  const { before } = part;
  if (before.length === 0) {
    const gap = gapOf(doc, byId, part);
    return {
      from: gap ?? doc.content.size,
      to: gap ?? doc.content.size,
      standing: gap === null ? "gone" : "ready",
    };
  }
  const found = before.flatMap((block) => byId.get(String(block.attrs?.["id"])) ?? []);
  if (found.length === 0) {
    const gap = gapOf(doc, byId, part) ?? doc.content.size;
    return { from: gap, to: gap, standing: "gone" };
  }
  const from = Math.min(...found.map((each) => each.from));
  const to = Math.max(...found.map((each) => each.from + each.node.nodeSize));
  const first = found[0]!.index;
  const isReady =
    found.length === before.length &&
    found.every(({ node, index }, at) => index === first + at && isSame(node, before[at]!));
  return { from, to, standing: isReady ? "ready" : "written" };
}

/** Between which blocks it lies; null when neither is there any more. */
function gapOf(doc: Node, byId: ReadonlyMap<string, Found>, { previous, next }: WaitingPart): number | null {
  if (previous === null && next === null) return doc.content.size;
  const behind = previous === null ? undefined : byId.get(previous);
  if (behind) return behind.from + behind.node.nodeSize;
  const before = next === null ? undefined : byId.get(next);
  if (before) return before.from;
  return previous === null ? 0 : null;
}

/** Read once for each schema: a key press compares with the same blocks again and again. */
const read = new WeakMap<JSONContent, { schema: Schema; node: Node | null }>();

function isSame(node: Node, block: JSONContent): boolean {
  const { schema } = node.type;
  let known = read.get(block);
  if (known?.schema !== schema) read.set(block, (known = { schema, node: nodeFrom(schema, block) }));
  return known.node !== null && node.eq(known.node);
}

function nodeFrom(schema: Schema, block: JSONContent): Node | null {
  try {
    return schema.nodeFromJSON(block);
  } catch {
    // Of a newer Cairn: the server knows whether it can be put in.
    return null;
  }
}
