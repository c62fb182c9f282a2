import { Fragment, type Node, type NodeType } from "@tiptap/pm/model";
import {
  NodeSelection,
  Selection,
  TextSelection,
  type EditorState,
  type Transaction,
} from "@tiptap/pm/state";
import { blockAt, isList, type Block } from "./block.ts";

/** The same block without identity: the copy is a new one, and the ids come from block-ids.ts. */
function withoutIds(node: Node): Node {
  const children: Node[] = [];
  node.forEach((child) => children.push(withoutIds(child)));
  if (node.isText) return node;
  const attrs = "id" in node.attrs ? { ...node.attrs, id: null } : node.attrs;
  return node.type.create(attrs, children, node.marks);
}

const isItem = ({ parent }: Block) => isList(parent);

/** A block as an item of a list; null where the item could not hold it. */
function asItemOf(list: Node, block: Block): Node | null {
  const type = list.type.contentMatch.defaultType as NodeType | null;
  if (!type) return null;
  if (isItem(block))
    return block.node.type === type
      ? block.node
      : type.create({ id: block.node.attrs["id"] }, block.node.content);
  return block.node.type.name === "paragraph" ? type.createChecked(null, block.node) : null;
}

/** What stands in a place when the block is put there; null where it cannot stand. */
function fitting(doc: Node, at: number, block: Block): Node | null {
  const $at = doc.resolve(at);
  const { parent } = $at;
  const index = $at.index();
  const fits = (node: Node) => (parent.canReplaceWith(index, index, node.type) ? node : null);
  if (isList(parent)) return asItemOf(parent, block);
  if (isItem(block)) return fits(block.parent.type.create({ ...block.parent.attrs, id: null }, block.node));
  // Before the first line of an item there is no place: that line is the item.
  const isHeadOfItem = $at.depth > 0 && isList($at.node(-1)) && index === 0;
  return isHeadOfItem ? null : fits(block.node);
}

/** Takes a block out, and with it what would be left empty around it; what must not be empty keeps an empty line. */
function takeOut(tr: Transaction, pos: number): void {
  const block = blockAt(tr.doc, pos);
  if (!block) return;
  const $pos = tr.doc.resolve(pos);
  if (block.parent.childCount > 1) {
    tr.delete(pos, pos + block.node.nodeSize);
    return;
  }
  const isRoot = $pos.depth === 0;
  const goesToo =
    !isRoot && (isList(block.parent) || block.parent.type.isInGroup("block") || isListAbove(tr.doc, pos));
  if (goesToo) return takeOut(tr, $pos.before());
  const line = block.parent.contentMatchAt(0).defaultType;
  if (line) tr.replaceWith(pos, pos + block.node.nodeSize, line.create());
  else tr.delete(pos, pos + block.node.nodeSize);
}

const isListAbove = (doc: Node, pos: number) => {
  const $pos = doc.resolve(pos);
  return $pos.depth > 0 && isList($pos.node(-1));
};

/** The caret goes with the block. */
function selectIn(tr: Transaction, pos: number, offset: number): void {
  const node = tr.doc.nodeAt(pos);
  if (!node) return;
  const selection = node.isAtom
    ? NodeSelection.create(tr.doc, pos)
    : TextSelection.near(tr.doc.resolve(Math.min(pos + offset, pos + node.nodeSize - 1)));
  tr.setSelection(selection);
}

/** Moves a block to a place between two others; null when it cannot stand there or stands there already. */
export function putBlock(state: EditorState, block: Block, at: number): Transaction | null {
  const end = block.pos + block.node.nodeSize;
  if (at >= block.pos && at <= end) return null;
  const node = fitting(state.doc, at, block);
  if (!node) return null;
  const { tr } = state;
  const offset = Math.max(1, state.selection.from - block.pos);
  const wrapped = node.type === block.node.type || isList(state.doc.resolve(at).parent) ? 0 : 1;
  tr.insert(at, node);
  takeOut(tr, tr.mapping.map(block.pos));
  // The insertion itself is not mapped away from; only what was taken out before it moves it.
  const place = tr.mapping.slice(1).map(at, -1);
  selectIn(tr, place, offset + wrapped);
  return tr.scrollIntoView();
}

/** Where one step up or down leads: past the neighbour, or out of what holds it. */
function stepTarget(doc: Node, block: Block, step: -1 | 1): number | null {
  const neighbour = block.parent.maybeChild(block.index + step);
  const $pos = doc.resolve(block.pos);
  const isHead = step < 0 && block.index === 1 && isListAbove(doc, block.pos);
  if (neighbour && !isHead && !isSummary(neighbour))
    return step < 0 ? block.pos - neighbour.nodeSize : block.pos + block.node.nodeSize + neighbour.nodeSize;
  if ($pos.depth === 0) return null;
  if (!isItem(block)) return step < 0 ? $pos.before() : $pos.after();
  return stepOfItem(doc, block, step);
}

/** What stands in a block's first place and belongs to it alone. */
const isSummary = (node: Node) => !node.type.isInGroup("block") && !isItemType(node);
const isItemType = (node: Node) => node.type.name.endsWith("Item");

/** From the edge of a list: into the next list, past the next block, or out of the item that holds the list. */
function stepOfItem(doc: Node, block: Block, step: -1 | 1): number | null {
  const $item = doc.resolve(block.pos);
  const listPos = $item.before();
  const $list = doc.resolve(listPos);
  const index = $list.index();
  const neighbour = $list.parent.maybeChild(index + step);
  const after = listPos + block.parent.nodeSize;
  const isNested = $list.depth > 0 && isList($list.node(-1));
  if (isNested && (!neighbour || (step < 0 && index === 1))) return step < 0 ? $list.before() : $list.after();
  if (!neighbour) return $list.depth === 0 ? null : step < 0 ? $list.before() : $list.after();
  if (isList(neighbour)) return step < 0 ? listPos - 1 : after + 1;
  return step < 0 ? listPos - neighbour.nodeSize : after + neighbour.nodeSize;
}

/** One place up or down; null at the end of the way. */
export function moveBlock(state: EditorState, block: Block, step: -1 | 1): Transaction | null {
  const at = stepTarget(state.doc, block, step);
  return at === null ? null : putBlock(state, block, at);
}

/** A copy right below, with the caret in it. */
export function duplicateBlock(state: EditorState, block: Block): Transaction {
  const at = block.pos + block.node.nodeSize;
  const tr = state.tr.insert(at, withoutIds(block.node));
  selectIn(tr, at, Math.max(1, state.selection.from - block.pos));
  return tr.scrollIntoView();
}

export function removeBlock(state: EditorState, block: Block): Transaction {
  const { tr } = state;
  takeOut(tr, block.pos);
  return tr.setSelection(Selection.near(tr.doc.resolve(Math.min(block.pos, tr.doc.content.size)), -1));
}

/** The block alone, as a note of its own: what copying and exporting it start from. */
export function asDocument(state: EditorState, block: Block): Node {
  const node = isItem(block) ? block.parent.copy(Fragment.from(block.node)) : block.node;
  return state.schema.topNodeType.create(null, node);
}
