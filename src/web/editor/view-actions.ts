import {
  Fingerprint,
  Focus,
  Info,
  ListTree,
  MessageSquare,
  Mic,
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
import { openFind, toggleFocus, toggleOrigins, useView } from "./view/view-store.ts";
import { toggleChoice, writingChoices } from "./view/writing-choices.ts";
import { t } from "../lib/messages/t.ts";

const isOpen = ({ editor }: ActionContext) => editor !== null;
const canWrite = (context: ActionContext) => isOpen(context) && context.editor!.editor.isEditable;

/** How the text of the open note is looked at and searched. */
export const viewActions: Action[] = [
  {
    id: "view.find",
    title: t("Find in This Note"),
    group: "View",
    icon: Search,
    keywords: t("search text"),
    editorKeys: "Mod+F",
    isAvailable: isOpen,
    run: () => openFind(false),
  },
  {
    id: "view.replace",
    title: t("Find and Replace"),
    group: "View",
    icon: TextCursorInput,
    keywords: t("search substitute"),
    editorKeys: "Mod+H",
    isAvailable: canWrite,
    run: () => openFind(true),
  },
  {
    id: "text.dictate",
    title: t("Dictate"),
    group: "Text",
    icon: Mic,
    keywords: t("speak voice microphone speech type words"),
    worksInEditor: true,
    isAvailable: canWrite,
    run: async ({ editor }) => {
      if (editor) await (await import("./dictation/dictate.ts")).toggleDictation(editor.editor);
    },
  },
  {
    id: "text.meeting",
    title: t("Write Down a Meeting"),
    group: "View",
    icon: Mic,
    keywords: t("record transcribe transcript minutes meeting notes"),
    isAvailable: canWrite,
    run: async ({ editor }) => {
      if (editor) await (await import("./dictation/meeting.ts")).toggleMeeting(editor.editor, editor.noteId);
    },
  },
  {
    id: "view.info",
    title: () => (isPanelOpen("info") ? t("Close Note Info") : t("Note Info")),
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
    title: () => (isPanelOpen("outline") ? t("Close Outline") : t("Outline")),
    group: "View",
    icon: ListTree,
    keywords: t("headings contents toc structure"),
    worksInEditor: true,
    isAvailable: isOpen,
    run: () => togglePanel("outline"),
  },
  {
    id: "view.links",
    title: () => (isPanelOpen("links") ? t("Close Links") : t("Links")),
    group: "View",
    icon: Waypoints,
    keywords: t("backlinks mentions references"),
    worksInEditor: true,
    isAvailable: isOpen,
    run: () => togglePanel("links"),
  },
  {
    id: "view.comments",
    title: () => (isPanelOpen("comments") ? t("Close Comments") : t("Comments")),
    group: "View",
    icon: MessageSquare,
    keywords: t("threads discussion annotations"),
    worksInEditor: true,
    isAvailable: isOpen,
    run: () => togglePanel("comments"),
  },
  {
    id: "view.origins",
    title: () => (useView.getState().hasOrigins ? t("Hide Origins") : t("Show Origins")),
    group: "View",
    icon: Fingerprint,
    keywords: t("provenance ai pasted imported typed sources"),
    worksInEditor: true,
    isAvailable: isOpen,
    run: toggleOrigins,
  },
  {
    id: "view.focus",
    title: () => (useView.getState().isFocused ? t("Exit Focus Mode") : t("Focus Mode")),
    group: "View",
    icon: Focus,
    keywords: t("zen distraction quiet hide"),
    worksInEditor: true,
    isAvailable: isOpen,
    run: toggleFocus,
  },
  {
    id: "view.wide",
    title: () => (writingChoices().isNoteWide ? t("Default Width") : t("Full Width")),
    group: "View",
    icon: MoveHorizontal,
    keywords: t("wide narrow"),
    isAvailable: isOpen,
    run: () => toggleChoice("isNoteWide"),
  },
  {
    id: "view.spelling",
    title: () => (writingChoices().isSpellChecked ? t("Turn Off Spell Check") : t("Turn On Spell Check")),
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
      writingChoices().hasSmartPunctuation ? t("Turn Off Smart Punctuation") : t("Turn On Smart Punctuation"),
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
  ofBlock({ id: "block.menu", title: t("Block Menu..."), editorKeys: "Mod+/" }, (block, { editor }) =>
    block.openBlockMenu(editor),
  ),
  ofBlock(
    { id: "block.moveUp", title: t("Move Block Up"), editorKeys: "Alt+Shift+ArrowUp" },
    (block, { editor }) => block.moveBlockBy(editor, -1),
  ),
  ofBlock(
    { id: "block.moveDown", title: t("Move Block Down"), editorKeys: "Alt+Shift+ArrowDown" },
    (block, { editor }) => block.moveBlockBy(editor, 1),
  ),
  ofBlock({ id: "block.duplicate", title: t("Duplicate Block"), editorKeys: "Mod+D" }, (block, { editor }) =>
    block.duplicateBlockAt(editor),
  ),
  ofBlock({ id: "block.copyLink", title: t("Copy Link to Block") }, (block, { editor, noteId }) =>
    block.copyBlockLink(editor, noteId),
  ),
  ofBlock({ id: "block.copyMarkdown", title: t("Copy Block as Markdown") }, (block, { editor }) =>
    block.copyBlockMarkdown(editor),
  ),
  ofBlock({ id: "block.remove", title: t("Delete Block"), isDanger: true }, (block, { editor }) =>
    block.removeBlockAt(editor),
  ),
];
