import type { Node, ResolvedPos } from "@tiptap/pm/model";
import type { EditorState } from "@tiptap/pm/state";
import { isBlockId } from "#document/block-id-attribute.ts";

/** What a person takes hold of as one thing: a paragraph, a heading, an item of a list, a table, ... */
export type Block = {
  node: Node;
  /** Where it begins. */
  pos: number;
  parent: Node;
  index: number;
};

export const isList = (node: Node): boolean => node.type.isInGroup("list");
const isInTable = (node: Node): boolean => node.type.spec["tableRole"] !== undefined;

/**
 * Items are blocks, their lists are not, and the first line of an item is the item. What only makes sense inside
 * another node (rows, columns, summaries) belongs to no group of blocks and is left to that one.
 */
function isBlock(node: Node, parent: Node, index: number, grandparent: Node | null): boolean {
  if (isList(parent)) return true;
  if (isList(node) || !node.type.isInGroup("block")) return false;
  const isFirstOfItem = grandparent !== null && isList(grandparent) && index === 0;
  return !isFirstOfItem;
}

/** The blocks around a place, from the outermost to the innermost; a table is one, whatever its cells hold. */
export function blocksAround($pos: ResolvedPos): Block[] {
  const blocks: Block[] = [];
  const add = (node: Node, pos: number, depth: number) => {
    const parent = $pos.node(depth);
    const index = $pos.index(depth);
    const grandparent = depth > 0 ? $pos.node(depth - 1) : null;
    if (isBlock(node, parent, index, grandparent)) blocks.push({ node, pos, parent, index });
  };
  for (let depth = 1; depth <= $pos.depth; depth++) {
    add($pos.node(depth), $pos.before(depth), depth - 1);
    if (isInTable($pos.node(depth))) return blocks;
  }
  // A divider or another block without text lies after the place, not around it.
  const after = $pos.nodeAfter;
  if (after && !after.isInline && !isList(after)) add(after, $pos.pos, $pos.depth);
  return blocks;
}

export const blockAround = ($pos: ResolvedPos): Block | null => blocksAround($pos).at(-1) ?? null;

/** The block the caret is in, or the one that is selected as a whole. */
export const blockOfSelection = ({ selection }: EditorState): Block | null => blockAround(selection.$from);

/** The block that begins here, as it is now. */
export function blockAt(doc: Node, pos: number): Block | null {
  if (pos < 0 || pos >= doc.content.size) return null;
  const $pos = doc.resolve(pos);
  const node = $pos.nodeAfter;
  if (!node || node.isInline) return null;
  return { node, pos, parent: $pos.parent, index: $pos.index() };
}

/** A block that is meant for longer than a moment: others may write above it meanwhile. */
export type KnownBlock = { pos: number; id: unknown };

export const knownBlock = ({ pos, node }: Block): KnownBlock => ({ pos, id: node.attrs["id"] });

/** Where it begins by now; null when it is gone. */
export function blockAgain(doc: Node, { pos, id }: KnownBlock): Block | null {
  const here = blockAt(doc, pos);
  if (!isBlockId(id) || here?.node.attrs["id"] === id) return here;
  let found: number | null = null;
  doc.descendants((node, at) => {
    if (node.attrs["id"] === id) found ??= at;
    return found === null && !node.isTextblock;
  });
  return found === null ? null : blockAt(doc, found);
}

/** The block that holds this one, for what cannot be pointed at because its inside fills it. */
export function blockOutside(doc: Node, pos: number): Block | null {
  return blocksAround(doc.resolve(pos)).findLast((block) => block.pos < pos) ?? null;
}
