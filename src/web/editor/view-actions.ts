import {
  Focus,
  Info,
  ListTree,
  MessageSquare,
  MoveHorizontal,
  Pilcrow,
  Printer,
  Search,
  SpellCheck,
  TextCursorInput,
  Waypoints,
} from "lucide-react";
import type { Action, ActionContext } from "../kernel/actions/action.ts";
import type * as BlockCommands from "./blocks/block-edits.ts";
import { isPanelOpen, togglePanel } from "../kernel/workspace/slot.ts";
import { openFind, toggleFocus, useView } from "./view/view-store.ts";
import { toggleChoice, writingChoices } from "./view/writing-choices.ts";
import { t } from "../lib/messages/t.ts";

const isOpen = ({ editor }: ActionContext) => editor !== null;
const canWrite = (context: ActionContext) => isOpen(context) && context.editor!.editor.isEditable;

/** How the text of the open note is looked at and searched. */
export const viewActions: Action[] = [
  {
    id: "view.find",
    title: t("Find in this note"),
    group: "View",
    icon: Search,
    keywords: t("search text"),
    editorKeys: "Mod+F",
    isAvailable: isOpen,
    run: () => openFind(false),
  },
  {
    id: "view.replace",
    title: t("Find and replace"),
    group: "View",
    icon: TextCursorInput,
    keywords: t("search substitute"),
    editorKeys: "Mod+H",
    isAvailable: canWrite,
    run: () => openFind(true),
  },
  {
    id: "view.info",
    title: () => (isPanelOpen("info") ? t("Close note info") : t("Note info")),
    group: "View",
    icon: Info,
    keywords: t("created changed folder tags words details"),
    worksInEditor: true,
    startsGroup: true,
    isAvailable: isOpen,
    run: () => togglePanel("info"),
  },
  {
    id: "view.outline",
    title: () => (isPanelOpen("outline") ? t("Close outline") : t("Outline")),
    group: "View",
    icon: ListTree,
    keywords: t("headings contents toc structure"),
    worksInEditor: true,
    isAvailable: isOpen,
    run: () => togglePanel("outline"),
  },
  {
    id: "view.links",
    title: () => (isPanelOpen("links") ? t("Close links") : t("Links")),
    group: "View",
    icon: Waypoints,
    keywords: t("backlinks mentions references"),
    worksInEditor: true,
    isAvailable: isOpen,
    run: () => togglePanel("links"),
  },
  {
    id: "view.comments",
    title: () => (isPanelOpen("comments") ? t("Close comments") : t("Comments")),
    group: "View",
    icon: MessageSquare,
    keywords: t("threads discussion annotations"),
    worksInEditor: true,
    isAvailable: isOpen,
    run: () => togglePanel("comments"),
  },
  {
    id: "view.focus",
    title: () => (useView.getState().isFocused ? t("Exit focus mode") : t("Focus mode")),
    group: "View",
    icon: Focus,
    keywords: t("zen distraction quiet hide"),
    worksInEditor: true,
    isAvailable: isOpen,
    run: toggleFocus,
  },
  {
    id: "view.wide",
    title: () => (writingChoices().isNoteWide ? t("Default width") : t("Full width")),
    group: "View",
    icon: MoveHorizontal,
    keywords: t("wide narrow"),
    isAvailable: isOpen,
    run: () => toggleChoice("isNoteWide"),
  },
  {
    id: "view.spelling",
    title: () => (writingChoices().isSpellChecked ? t("Turn off spell check") : t("Turn on spell check")),
    group: "View",
    icon: SpellCheck,
    keywords: t("spell check spellcheck mistakes"),
    startsGroup: true,
    isAvailable: isOpen,
    run: () => toggleChoice("isSpellChecked"),
  },
  {
    id: "view.punctuation",
    title: () =>
      writingChoices().hasSmartPunctuation ? t("Turn off smart punctuation") : t("Turn on smart punctuation"),
    group: "View",
    icon: Pilcrow,
    keywords: t("typography smart dash arrow ellipsis"),
    isAvailable: isOpen,
    run: () => toggleChoice("hasSmartPunctuation"),
  },
  {
    id: "view.print",
    title: t("Print"),
    group: "View",
    icon: Printer,
    keywords: t("pdf paper"),
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
  keywords: t("paragraph line"),
  isAvailable: canWrite,
  run: async ({ editor }) => {
    if (editor) work(await import("./blocks/block-edits.ts"), editor);
  },
});

export const blockActions: Action[] = [
  ofBlock({ id: "block.menu", title: t("Block menu..."), editorKeys: "Mod+/" }, (block, { editor }) =>
    block.openBlockMenu(editor),
  ),
  ofBlock(
    { id: "block.moveUp", title: t("Move block up"), editorKeys: "Alt+Shift+ArrowUp" },
    (block, { editor }) => block.moveBlockBy(editor, -1),
  ),
  ofBlock(
    { id: "block.moveDown", title: t("Move block down"), editorKeys: "Alt+Shift+ArrowDown" },
    (block, { editor }) => block.moveBlockBy(editor, 1),
  ),
  ofBlock({ id: "block.duplicate", title: t("Duplicate block"), editorKeys: "Mod+D" }, (block, { editor }) =>
    block.duplicateBlockAt(editor),
  ),
  ofBlock({ id: "block.copyLink", title: t("Copy link to block") }, (block, { editor, noteId }) =>
    block.copyBlockLink(editor, noteId),
  ),
  ofBlock({ id: "block.copyMarkdown", title: t("Copy block as Markdown") }, (block, { editor }) =>
    block.copyBlockMarkdown(editor),
  ),
  ofBlock({ id: "block.remove", title: t("Delete block"), isDanger: true }, (block, { editor }) =>
    block.removeBlockAt(editor),
  ),
];
