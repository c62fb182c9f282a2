import type { Editor } from "@tiptap/core";
import {
  AtSign,
  ChartNetwork,
  Columns2,
  Columns3,
  ListCollapse,
  MessageSquareWarning,
  Sigma,
  SquareSigma,
} from "lucide-react";
import type { Insertion } from "../insertions.ts";
import { openSuggestions } from "../suggest/suggestion-plugin.ts";
import { noteEmbeds, noteLinks } from "../suggest/note-kinds.ts";
import { insertBlock, turnIntoToggle } from "./insert-block.ts";
import { t } from "../../lib/messages/t.ts";

const isOutsideTable = (editor: Editor) => !editor.isActive("table");
const columns = (count: number) => ({
  type: "columns",
  content: Array.from({ length: count }, () => ({ type: "column", content: [{ type: "paragraph" }] })),
});
const DIAGRAM = "flowchart LR\n  A[First] --> B[Second]";

/** The blocks that have a view of their own. */
export const blockInsertions: Insertion[] = [
  {
    id: "callout",
    label: t("Callout"),
    description: t("Highlighted box: note, tip or warning"),
    keywords: t("alert admonition note tip warning important caution [!note]"),
    icon: MessageSquareWarning,
    isTurn: true,
    isActive: (editor) => editor.isActive("callout"),
    isOffered: isOutsideTable,
    run: (editor) => {
      const chain = editor.chain().focus();
      (editor.isActive("callout") ? chain : chain.wrapIn("callout")).run();
    },
  },
  {
    id: "toggle",
    label: t("Toggle"),
    description: t("Collapsible section"),
    keywords: t("details collapse fold summary spoiler >>"),
    icon: ListCollapse,
    isTurn: true,
    isActive: (editor) => editor.isActive("toggleSummary"),
    isOffered: isOutsideTable,
    run: turnIntoToggle,
  },
  {
    id: "columns2",
    label: t("2 columns"),
    description: t("Two side-by-side columns"),
    keywords: t("columns layout side"),
    icon: Columns2,
    isOffered: isOutsideTable,
    run: (editor) => insertBlock(editor, columns(2)),
  },
  {
    id: "columns3",
    label: t("3 columns"),
    description: t("Three side-by-side columns"),
    keywords: t("columns layout side"),
    icon: Columns3,
    isOffered: isOutsideTable,
    run: (editor) => insertBlock(editor, columns(3)),
  },
  {
    id: "mathBlock",
    label: t("Formula"),
    description: t("LaTeX on its own line"),
    keywords: t("math equation latex katex $$"),
    icon: SquareSigma,
    isOffered: isOutsideTable,
    run: (editor) => insertBlock(editor, { type: "mathBlock" }),
  },
  {
    id: "mathInline",
    label: t("Inline formula"),
    description: t("LaTeX within a sentence"),
    keywords: t("math equation latex katex inline $"),
    icon: Sigma,
    run: (editor) => {
      const { from } = editor.state.selection;
      editor.chain().focus().insertContent({ type: "mathInline" }).setNodeSelection(from).run();
    },
  },
  {
    id: "diagram",
    label: t("Diagram"),
    description: t("Diagram from text (Mermaid)"),
    keywords: t("mermaid flowchart graph sequence gantt chart"),
    icon: ChartNetwork,
    isOffered: isOutsideTable,
    run: (editor) => {
      insertBlock(editor, {
        type: "codeBlock",
        attrs: { language: "mermaid" },
        content: [{ type: "text", text: DIAGRAM }],
      });
      // The example goes with the first letter.
      const { $from } = editor.state.selection;
      editor.commands.setTextSelection({ from: $from.start(), to: $from.end() });
    },
  },
  {
    id: "noteLink",
    label: t("Link to a note"),
    description: t("Link to a note ([[ or @)"),
    keywords: t("mention wiki link reference page [[ @"),
    icon: AtSign,
    run: (editor) => openSuggestions(editor, noteLinks),
  },
  {
    id: "noteEmbed",
    label: t("Embed a note"),
    description: t("Show another note here, always up to date"),
    keywords: t("transclusion include ![["),
    icon: AtSign,
    isOffered: isOutsideTable,
    run: (editor) => {
      if (editor.state.selection.$from.parent.content.size > 0) insertBlock(editor, { type: "paragraph" });
      openSuggestions(editor, noteEmbeds);
    },
  },
];
