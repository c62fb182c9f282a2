import type { Editor } from "@tiptap/core";
import { GripVertical } from "lucide-react";
import { useEffect, useRef, useState, type DragEvent } from "react";
import { announce } from "../announce.ts";
import { blockAgain, isList, knownBlock, type Block, type KnownBlock } from "./block.ts";
import { openBlockMenu, useBlockMenu } from "./block-edits.ts";
import type { Pointer } from "./block-tools.tsx";
import { blockAtHeight, dropTarget, elementOf, type DropTarget } from "./drop-target.ts";
import { t } from "../../lib/messages/t.ts";

const SIZE = 24;
const BESIDE = 4;

type Place = { known: KnownBlock; left: number; top: number };

/** Beside the first line of a block, measured in the page that holds the text. */
function placeOf(editor: Editor, page: HTMLElement, block: Block): Place | null {
  const { view } = editor;
  const element = elementOf(view, block);
  if (!element) return null;
  const box = page.getBoundingClientRect();
  const rect = element.getBoundingClientRect();
  const line = lineOf(view, block) ?? { top: rect.top, bottom: rect.top + Math.min(rect.height, 28) };
  // The sign of an item stands before its text.
  const sign = element.localName === "li" && element.dataset["checked"] === undefined ? 20 : 0;
  return {
    known: knownBlock(block),
    left: Math.min(rect.left, edgeOf(view, block)) - box.left - SIZE - BESIDE - sign,
    top: (line.top + line.bottom) / 2 - box.top - SIZE / 2,
  };
}

/** What holds the block may have an edge of its own, such as that of a quotation: the grip stands outside of it. */
function edgeOf(view: Editor["view"], { pos, parent }: Block): number {
  const $pos = view.state.doc.resolve(pos);
  if ($pos.depth === 0 || isList(parent) || isList($pos.node(-1))) return Infinity;
  const around = view.nodeDOM($pos.before());
  return around instanceof HTMLElement ? around.getBoundingClientRect().left : Infinity;
}

function lineOf(view: Editor["view"], { node, pos }: Block) {
  let at = pos;
  let inner = node;
  while (!inner.isTextblock && inner.firstChild) {
    at += 1;
    inner = inner.firstChild;
  }
  return inner.isTextblock ? view.coordsAtPos(at + 1) : null;
}

/** Follows the pointer over the page; typing hides it, and so costs nothing for it. */
function useHovered(
  editor: Editor,
  page: HTMLElement,
  pointer: { current: Pointer | null },
): [Place | null, () => void] {
  const [place, setPlace] = useState<Place | null>(null);
  useEffect(() => {
    let frame = 0;
    let last: Pointer | null = pointer.current;
    const look = () => {
      frame = 0;
      if (!last || editor.isDestroyed || !editor.isEditable || useBlockMenu.getState().opened) return;
      const block = blockAtHeight(editor.view, last.clientX, last.clientY);
      const found = block && placeOf(editor, page, block);
      setPlace((before) =>
        before && found && before.known.pos === found.known.pos && before.top === found.top ? before : found,
      );
    };
    const handleMove = (event: PointerEvent) => {
      // Towards the handle the pointer may cross what lies beside the block.
      if (event.pointerType !== "mouse" || event.buttons > 0) return;
      if ((event.target as Element).closest("[data-block-handle]")) return;
      last = event;
      frame ||= requestAnimationFrame(look);
    };
    frame = requestAnimationFrame(look);
    const hide = () => setPlace(null);
    const handleLeave = (event: PointerEvent) => {
      if (!(event.relatedTarget as Element | null)?.closest?.("[data-block-handle]")) hide();
    };
    page.addEventListener("pointermove", handleMove);
    page.addEventListener("pointerleave", handleLeave);
    page.addEventListener("keydown", hide);
    return () => {
      cancelAnimationFrame(frame);
      page.removeEventListener("pointermove", handleMove);
      page.removeEventListener("pointerleave", handleLeave);
      page.removeEventListener("keydown", hide);
    };
  }, [editor, page, pointer]);
  return [place, () => setPlace(null)];
}

type BlockHandleProps = { editor: Editor; page: HTMLElement; pointer: { current: Pointer | null } };

/** The grip beside the block under the pointer: dragged it moves the block, pressed it opens its menu. */
export function BlockHandle({ editor, page, pointer }: BlockHandleProps) {
  const [place, hide] = useHovered(editor, page, pointer);
  const [dragged, setDragged] = useState<KnownBlock | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const handleStart = (event: DragEvent) => {
    const block = place && blockAgain(editor.state.doc, place.known);
    const element = block && elementOf(editor.view, block);
    if (!block || !element) return event.preventDefault();
    event.dataTransfer.effectAllowed = "move";
    event.dataTransfer.setData("text/plain", block.node.textBetween(0, block.node.content.size, "\n"));
    event.dataTransfer.setDragImage(element, 0, 0);
    // The element must not change while the browser begins with it.
    setTimeout(() => setDragged(knownBlock(block)));
  };
  const handleEnd = () => {
    setDragged(null);
    hide();
  };
  if (!place && dragged === null) return null;
  return (
    <>
      {dragged !== null && <DropLine editor={editor} page={page} known={dragged} onDrop={handleEnd} />}
      <button
        ref={button}
        type="button"
        // By keys the menu opens at the caret: Ctrl+/.
        tabIndex={-1}
        draggable
        data-block-handle=""
        aria-label={t("Block actions")}
        title={t("Drag to move, click for actions")}
        onMouseDown={(event) => event.stopPropagation()}
        onClick={() => place && openBlockMenu(editor, place.known, button.current!.getBoundingClientRect())}
        onDragStart={handleStart}
        onDragEnd={handleEnd}
        className="absolute z-10 grid size-6 cursor-grab place-items-center rounded-md text-faint hover:bg-hover hover:text-ink active:cursor-grabbing print:hidden"
        style={{ left: place?.left ?? 0, top: place?.top ?? 0 }}
      >
        <GripVertical size={15} aria-hidden="true" />
      </button>
    </>
  );
}

type DropLineProps = { editor: Editor; page: HTMLElement; known: KnownBlock; onDrop: () => void };

/** While a block is dragged: where it would go, and the drop itself. */
function DropLine({ editor, page, known, onDrop }: DropLineProps) {
  const [target, setTarget] = useState<DropTarget | null>(null);
  useEffect(() => {
    const find = (event: globalThis.DragEvent) => {
      const block = blockAgain(editor.state.doc, known);
      return block && dropTarget(editor.view, block, event.clientX, event.clientY);
    };
    const handleOver = (event: globalThis.DragEvent) => {
      // Before the editor, which would move the words instead of the block.
      event.preventDefault();
      event.stopPropagation();
      setTarget(find(event));
    };
    const handleDrop = (event: globalThis.DragEvent) => {
      event.preventDefault();
      event.stopPropagation();
      const found = find(event);
      onDrop();
      if (!found) return;
      editor.view.dispatch(found.transaction);
      editor.view.focus();
      announce(t("Block moved"));
    };
    page.addEventListener("dragover", handleOver, true);
    page.addEventListener("drop", handleDrop, true);
    return () => {
      page.removeEventListener("dragover", handleOver, true);
      page.removeEventListener("drop", handleDrop, true);
    };
  }, [editor, page, known, onDrop]);
  if (!target) return null;
  const box = page.getBoundingClientRect();
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute z-10 h-0.5 rounded-full bg-accent"
      style={{ left: target.line.left - box.left, top: target.line.top - box.top, width: target.line.width }}
    />
  );
}
