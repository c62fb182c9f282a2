import {
  Focus,
  ListTree,
  MessageSquare,
  MoveHorizontal,
  Pilcrow,
  Printer,
  Search,
  SpellCheck,
  TextCursorInput,
} from "lucide-react";
import type { Action, ActionContext } from "../kernel/actions/action.ts";
import type * as BlockCommands from "./blocks/block-commands.ts";
import { toggleComments, useComments } from "./comments/comment-store.ts";
import { openFind, toggleFocus, toggleOutline, useView } from "./view/view-store.ts";
import { toggleChoice, writingChoices } from "./view/writing-choices.ts";

const isOpen = ({ editor }: ActionContext) => editor !== null;
const canWrite = (context: ActionContext) => isOpen(context) && context.editor!.editor.isEditable;

/** How the text of the open note is looked at and searched. */
export const viewActions: Action[] = [
  {
    id: "view.find",
    title: "Find in this note",
    group: "View",
    icon: Search,
    keywords: "search text",
    editorKeys: "Mod+F",
    isAvailable: isOpen,
    run: () => openFind(false),
  },
  {
    id: "view.replace",
    title: "Find and replace",
    group: "View",
    icon: TextCursorInput,
    keywords: "search substitute",
    editorKeys: "Mod+H",
    isAvailable: canWrite,
    run: () => openFind(true),
  },
  {
    id: "view.outline",
    title: () => (useView.getState().isOutlineOpen ? "Close the outline" : "Outline"),
    group: "View",
    icon: ListTree,
    keywords: "headings contents toc structure",
    worksInEditor: true,
    startsGroup: true,
    isAvailable: isOpen,
    run: toggleOutline,
  },
  {
    id: "view.focus",
    title: () => (useView.getState().isFocused ? "Leave focus mode" : "Focus mode"),
    group: "View",
    icon: Focus,
    keywords: "zen distraction quiet hide",
    worksInEditor: true,
    isAvailable: isOpen,
    run: toggleFocus,
  },
  {
    id: "view.comments",
    title: () => (useComments.getState().isOpen ? "Close the comments" : "Comments"),
    group: "View",
    icon: MessageSquare,
    keywords: "threads discussion annotations",
    worksInEditor: true,
    isAvailable: isOpen,
    run: toggleComments,
  },
  {
    id: "view.wide",
    title: () => (writingChoices().isNoteWide ? "Usual width" : "Full width"),
    group: "View",
    icon: MoveHorizontal,
    keywords: "wide narrow",
    isAvailable: isOpen,
    run: () => toggleChoice("isNoteWide"),
  },
  {
    id: "view.spelling",
    title: () => (writingChoices().isSpellChecked ? "Stop checking spelling" : "Check spelling"),
    group: "View",
    icon: SpellCheck,
    keywords: "spell check spellcheck mistakes",
    startsGroup: true,
    isAvailable: isOpen,
    run: () => toggleChoice("isSpellChecked"),
  },
  {
    id: "view.punctuation",
    title: () =>
      writingChoices().hasSmartPunctuation
        ? "Leave punctuation as typed"
        : "Make signs like — and … while typing",
    group: "View",
    icon: Pilcrow,
    keywords: "typography smart dash arrow ellipsis",
    isAvailable: isOpen,
    run: () => toggleChoice("hasSmartPunctuation"),
  },
  {
    id: "view.print",
    title: "Print",
    group: "View",
    icon: Printer,
    keywords: "pdf paper",
    startsGroup: true,
    isAvailable: isOpen,
    run: () => print(),
  },
];

type BlockWork = typeof BlockCommands;
type OfBlock = Pick<Action, "id" | "title"> & { editorKeys?: string; isDanger?: boolean };
type Work = (block: BlockWork, open: NonNullable<ActionContext["editor"]>) => unknown;

/** On the block with the caret. Where a text is open its code is there; palette and menus do without it. */
const ofBlock = (action: OfBlock, work: Work): Action => ({
  ...action,
  group: "Block",
  keywords: "paragraph line",
  isAvailable: canWrite,
  run: async ({ editor }) => {
    if (editor) work(await import("./blocks/block-commands.ts"), editor);
  },
});

export const blockActions: Action[] = [
  ofBlock({ id: "block.menu", title: "Block menu...", editorKeys: "Mod+/" }, (block, { editor }) =>
    block.openBlockMenu(editor),
  ),
  ofBlock(
    { id: "block.moveUp", title: "Move block up", editorKeys: "Alt+Shift+ArrowUp" },
    (block, { editor }) => block.moveBlockBy(editor, -1),
  ),
  ofBlock(
    { id: "block.moveDown", title: "Move block down", editorKeys: "Alt+Shift+ArrowDown" },
    (block, { editor }) => block.moveBlockBy(editor, 1),
  ),
  ofBlock({ id: "block.duplicate", title: "Duplicate block", editorKeys: "Mod+D" }, (block, { editor }) =>
    block.duplicateBlockAt(editor),
  ),
  ofBlock({ id: "block.copyLink", title: "Copy link to block" }, (block, { editor, noteId }) =>
    block.copyBlockLink(editor, noteId),
  ),
  ofBlock({ id: "block.copyMarkdown", title: "Copy block as Markdown" }, (block, { editor }) =>
    block.copyBlockMarkdown(editor),
  ),
  ofBlock({ id: "block.remove", title: "Delete block", isDanger: true }, (block, { editor }) =>
    block.removeBlockAt(editor),
  ),
];
