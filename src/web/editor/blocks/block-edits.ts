import { Extension, type Editor } from "@tiptap/core";
import type { Transaction } from "@tiptap/pm/state";
import { create } from "zustand";
import { isBlockId } from "#document/block-id-attribute.ts";
import { copyText } from "../../platform/device/clipboard.ts";
import { announce } from "../announce.ts";
import { blockAgain, blockOfSelection, knownBlock, type Block, type KnownBlock } from "./block.ts";
import { asDocument, duplicateBlock, moveBlock, removeBlock } from "./change-blocks.ts";
import { t } from "../../lib/messages/t.ts";

type MenuPlace = { editor: Editor; known: KnownBlock; place: DOMRect };

/** The menu of a block, wherever it was asked for. */
export const useBlockMenu = create<{ opened: MenuPlace | null }>(() => ({ opened: null }));

function blockIn(editor: Editor, known?: KnownBlock): Block | null {
  return known ? blockAgain(editor.state.doc, known) : blockOfSelection(editor.state);
}

function dispatch(editor: Editor, transaction: Transaction | null, words: string): boolean {
  if (!transaction) return false;
  editor.view.dispatch(transaction);
  editor.view.focus();
  announce(words);
  return true;
}

/** These take the block that is named, else the one with the caret; true when something was done. */
export function moveBlockBy(editor: Editor, step: -1 | 1, known?: KnownBlock): boolean {
  const block = blockIn(editor, known);
  if (!block || !editor.isEditable) return false;
  const isMoved = dispatch(
    editor,
    moveBlock(editor.state, block, step),
    step < 0 ? t("Block moved up") : t("Block moved down"),
  );
  if (!isMoved) announce(step < 0 ? t("Already at the top") : t("Already at the bottom"));
  return isMoved;
}

export function duplicateBlockAt(editor: Editor, known?: KnownBlock): boolean {
  const block = blockIn(editor, known);
  if (!block || !editor.isEditable) return false;
  return dispatch(editor, duplicateBlock(editor.state, block), t("Block duplicated"));
}

export function removeBlockAt(editor: Editor, known?: KnownBlock): boolean {
  const block = blockIn(editor, known);
  if (!block || !editor.isEditable) return false;
  return dispatch(editor, removeBlock(editor.state, block), t("Block deleted"));
}

export async function copyBlockMarkdown(editor: Editor, known?: KnownBlock): Promise<void> {
  const block = blockIn(editor, known);
  if (!block) return;
  const doc = asDocument(editor.state, block);
  const write = async () => (await import("#document/markdown/serialize.ts")).toMarkdown(doc).trim();
  await copyText(write, t("Copied as Markdown"));
}

export async function copyBlockLink(editor: Editor, noteId: string, known?: KnownBlock): Promise<void> {
  const id: unknown = blockIn(editor, known)?.node.attrs["id"];
  if (isBlockId(id)) await copyText(`${location.origin}/app/editor/${noteId}#${id}`, t("Link copied"));
}

/** Under the block, or under the caret where the block is taller than the window. */
export function openBlockMenu(editor: Editor, known?: KnownBlock, place?: DOMRect): boolean {
  const block = blockIn(editor, known);
  if (!block || !editor.isEditable) return false;
  const caret = editor.view.coordsAtPos(known ? block.pos : editor.state.selection.from);
  useBlockMenu.setState({
    opened: {
      editor,
      known: knownBlock(block),
      place: place ?? new DOMRect(caret.left, caret.top, 0, caret.bottom - caret.top),
    },
  });
  return true;
}

/** The keys of a block; the map of keys names them from editor-commands.ts. */
export const BlockKeys = Extension.create({
  name: "blockKeys",
  addKeyboardShortcuts() {
    return {
      "Alt-Shift-ArrowUp": ({ editor }) => moveBlockBy(editor, -1) || true,
      "Alt-Shift-ArrowDown": ({ editor }) => moveBlockBy(editor, 1) || true,
      "Mod-d": ({ editor }) => duplicateBlockAt(editor) || true,
      "Mod-/": ({ editor }) => openBlockMenu(editor),
      "Alt-F10": () => {
        const tools = document.querySelector("[role=toolbar][aria-label=Formatting]");
        const [first] = tools?.querySelectorAll<HTMLElement>("button:not([disabled])") ?? [];
        first?.focus();
        return first !== undefined;
      },
    };
  },
});
