import type { Editor } from "@tiptap/core";
import {
  CalendarDays,
  Film,
  Heading1,
  Heading2,
  Heading3,
  ImagePlus,
  LayoutTemplate,
  List,
  ListOrdered,
  ListTodo,
  Minus,
  Paperclip,
  Pilcrow,
  Quote,
  Sparkles,
  SquareCode,
  Table,
  type LucideIcon,
} from "lucide-react";
import { openDialog } from "../kernel/actions/dialogs.ts";
import { cachedFrame } from "../kernel/workspace/frame.ts";
import type {} from "./commands.ts";
import { blockInsertions } from "./nodes/block-insertions.ts";
import { insertImage, pickFiles, pickImages } from "./uploads/image-uploads.ts";
import { dateInWords } from "../lib/dates.ts";
import { t } from "../lib/messages/t.ts";

/** A block that can be put into a text; slash menu, block menu, both toolbars' "+" and their order come from here. */
export type Insertion = {
  id: string;
  label: string;
  /** One line: what it is good for. */
  description: string;
  /** Further words by which it is found. */
  keywords: string;
  icon: LucideIcon;
  /** Keys the editor has for it, as lists of keys write them. */
  keys?: string;
  /** What an existing block with its text can become; the others are only put in new. */
  isTurn?: boolean;
  /** Whether the block at the caret is one already. */
  isActive?: (editor: Editor) => boolean;
  /** Not offered where it cannot stand. */
  isOffered?: (editor: Editor) => boolean;
  /** At the caret, which gets the focus; in an empty block, or on the block that is to become it. */
  run: (editor: Editor) => void;
};

/** A table's cells hold lines only: that is what Markdown can say. */
const isOutsideTable = (editor: Editor) => !editor.isActive("table");

const heading = (level: 1 | 2 | 3, icon: LucideIcon, description: string): Insertion => ({
  id: `heading${level}`,
  label: t("Heading {level}", { level }),
  description,
  keywords: t("title h{level} #", { level }),
  icon,
  keys: `Mod+Alt+${level}`,
  isTurn: true,
  isActive: (editor) => editor.isActive("heading", { level }),
  isOffered: isOutsideTable,
  run: (editor) => void editor.chain().focus().setHeading({ level }).run(),
});

/** Chosen again, a list must not be taken apart, which is what toggling would do. */
const list = (
  node: "bulletList" | "orderedList" | "taskList",
  toggle: "toggleBulletList" | "toggleOrderedList" | "toggleTaskList",
  words: Pick<Insertion, "label" | "description" | "keywords" | "icon" | "keys">,
): Insertion => ({
  id: node,
  ...words,
  isTurn: true,
  isActive: (editor) => editor.isActive(node),
  isOffered: isOutsideTable,
  run: (editor) => {
    const chain = editor.chain().focus();
    (editor.isActive(node) ? chain : chain[toggle]()).run();
  },
});

/** Every block there is, in the order in which menus show them. */
export const insertions: Insertion[] = [
  {
    id: "paragraph",
    label: t("Text"),
    description: t("Plain text"),
    keywords: t("paragraph normal p"),
    icon: Pilcrow,
    keys: "Mod+Alt+0",
    isTurn: true,
    isActive: (editor) =>
      editor.isActive("paragraph") && !editor.isActive("listItem") && !editor.isActive("taskItem"),
    run: (editor) => void editor.chain().focus().clearNodes().run(),
  },
  heading(1, Heading1, t("Large section heading")),
  heading(2, Heading2, t("Medium section heading")),
  heading(3, Heading3, t("Small section heading")),
  list("bulletList", "toggleBulletList", {
    label: t("Bullet list"),
    description: t("Bulleted list"),
    keywords: t("unordered points ul -"),
    icon: List,
    keys: "Mod+Shift+8",
  }),
  list("orderedList", "toggleOrderedList", {
    label: t("Numbered list"),
    description: t("Numbered steps"),
    keywords: t("ordered ol steps 1."),
    icon: ListOrdered,
    keys: "Mod+Shift+7",
  }),
  list("taskList", "toggleTaskList", {
    label: t("Task list"),
    description: t("Checklist"),
    keywords: t("todo to-do checkbox check []"),
    icon: ListTodo,
    keys: "Mod+Shift+9",
  }),
  {
    id: "blockquote",
    label: t("Quote"),
    description: t("Quotation"),
    keywords: t("blockquote citation >"),
    icon: Quote,
    keys: "Mod+Shift+B",
    isTurn: true,
    isActive: (editor) => editor.isActive("blockquote"),
    isOffered: isOutsideTable,
    run: (editor) => {
      const chain = editor.chain().focus();
      (editor.isActive("blockquote") ? chain : chain.setBlockquote()).run();
    },
  },
  {
    id: "codeBlock",
    label: t("Code block"),
    description: t("Code with syntax colors"),
    keywords: t("pre source snippet ```"),
    icon: SquareCode,
    keys: "Mod+Alt+C",
    isTurn: true,
    isActive: (editor) => editor.isActive("codeBlock"),
    isOffered: isOutsideTable,
    run: (editor) => void editor.chain().focus().setCodeBlock().run(),
  },
  {
    id: "table",
    label: t("Table"),
    description: t("Rows and columns"),
    keywords: t("grid cells spreadsheet"),
    icon: Table,
    isOffered: isOutsideTable,
    run: (editor) => void editor.chain().focus().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
  },
  {
    id: "image",
    label: t("Image"),
    description: t("Upload from this device"),
    keywords: t("photo picture upload png jpg"),
    icon: ImagePlus,
    run: (editor) => pickImages(editor),
  },
  {
    id: "generateImage",
    label: t("Generate image"),
    description: t("A picture from your words, by AI"),
    keywords: t("ai picture photo draw paint dall-e make create"),
    icon: Sparkles,
    isOffered: () => cachedFrame()?.hasImageModel === true,
    run: (editor) =>
      openDialog({
        kind: "generate-image",
        into: editor,
        insert: (image) => void insertImage(editor, image, editor.state.selection.from),
      }),
  },
  {
    id: "fileBlock",
    label: t("File"),
    description: t("Attach any file from this device"),
    keywords: t("attachment attach upload pdf document audio zip"),
    icon: Paperclip,
    isOffered: isOutsideTable,
    run: (editor) => pickFiles(editor, ""),
  },
  {
    id: "video",
    label: t("Video"),
    description: t("An MP4 or WebM that plays here"),
    keywords: t("movie film clip upload mp4 webm"),
    icon: Film,
    isOffered: isOutsideTable,
    run: (editor) => pickFiles(editor, "video/mp4,video/webm"),
  },
  {
    id: "horizontalRule",
    label: t("Divider"),
    description: t("Horizontal line"),
    keywords: t("horizontal rule separator hr ---"),
    icon: Minus,
    isOffered: isOutsideTable,
    run: (editor) => void editor.chain().focus().setHorizontalRule().run(),
  },
  ...blockInsertions,
  {
    id: "today",
    label: t("Today's date"),
    description: t("Today's date in your format"),
    keywords: t("date day now"),
    icon: CalendarDays,
    run: (editor) => {
      const today = dateInWords(new Date());
      // As a node: words alone would be read as HTML.
      editor.chain().focus().insertContent({ type: "text", text: today }).run();
    },
  },
  {
    id: "template",
    label: t("Template..."),
    description: t("Insert a template"),
    keywords: t("blueprint snippet reuse"),
    icon: LayoutTemplate,
    isOffered: isOutsideTable,
    run: (editor) => openDialog({ kind: "templates", into: editor }),
  },
];

/** What can be put in where the caret is. */
export const offeredInsertions = (editor: Editor): Insertion[] =>
  insertions.filter(({ isOffered }) => isOffered?.(editor) ?? true);
