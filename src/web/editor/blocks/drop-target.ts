import type { EditorView } from "@tiptap/pm/view";
import type { EditorState, Transaction } from "@tiptap/pm/state";
import { blockAround, blockOutside, isList, type Block } from "./block.ts";
import { putBlock } from "./change-blocks.ts";

export type DropTarget = { transaction: Transaction; line: { left: number; top: number; width: number } };

/** The innermost block under a height of the window; the pointer may be beside the text. */
export function blockAtHeight(view: EditorView, left: number, top: number): Block | null {
  const box = view.dom.getBoundingClientRect();
  const inside = Math.min(Math.max(left, box.left + 4), box.right - 4);
  const found = view.posAtCoords({ left: inside, top });
  if (!found) return null;
  const { doc } = view.state;
  // `inside` names the node that is hit, which for one without text is all there is.
  const hit = found.inside >= 0 ? doc.nodeAt(found.inside) : null;
  const isLeaf = hit !== null && hit.isAtom && !hit.isInline;
  return blockAround(doc.resolve(isLeaf ? found.inside : found.pos));
}

export function elementOf(view: EditorView, block: Block): HTMLElement | null {
  const dom = view.nodeDOM(block.pos);
  return dom instanceof HTMLElement ? dom : null;
}

/** The head of a block: an item without the list that hangs on it. */
function headOf(element: HTMLElement, block: Block): DOMRect {
  const rect = element.getBoundingClientRect();
  if (!isList(block.parent)) return rect;
  const nested = element.querySelector<HTMLElement>("ul, ol");
  return nested
    ? new DOMRect(rect.left, rect.top, rect.width, nested.getBoundingClientRect().top - rect.top)
    : rect;
}

/** Where a dragged block would go: before or after what is under the pointer, or around it where it does not fit. */
export function dropTarget(view: EditorView, dragged: Block, left: number, top: number): DropTarget | null {
  let over = blockAtHeight(view, left, top);
  while (over) {
    const element = elementOf(view, over);
    if (!element) return null;
    const rect = headOf(element, over);
    const isBefore = top < rect.top + rect.height / 2;
    const transaction = attempt(view.state, dragged, over, isBefore);
    if (transaction) {
      const edge = isBefore ? rect.top - 2 : rect.bottom + 2;
      return { transaction, line: { left: rect.left, top: edge, width: rect.width } };
    }
    over = blockOutside(view.state.doc, over.pos);
  }
  return null;
}

/** After an item with a list of its own comes that list's first place. */
function attempt(state: EditorState, dragged: Block, over: Block, isBefore: boolean): Transaction | null {
  if (isBefore) return putBlock(state, dragged, over.pos);
  const nested = isList(over.parent) ? over.node.childCount > 1 && over.node.child(1) : null;
  if (nested && isList(nested))
    return putBlock(state, dragged, over.pos + 1 + over.node.child(0).nodeSize + 1);
  return putBlock(state, dragged, over.pos + over.node.nodeSize);
}
