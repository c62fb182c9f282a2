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
    label: "Callout",
    description: "A remark in a box: note, tip, warning",
    keywords: "alert admonition note tip warning important caution [!note]",
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
    label: "Toggle",
    description: "A line that opens and closes what is under it",
    keywords: "details collapse fold summary spoiler >>",
    icon: ListCollapse,
    isTurn: true,
    isActive: (editor) => editor.isActive("toggleSummary"),
    isOffered: isOutsideTable,
    run: turnIntoToggle,
  },
  {
    id: "columns2",
    label: "2 columns",
    description: "Two parts beside each other",
    keywords: "columns layout side",
    icon: Columns2,
    isOffered: isOutsideTable,
    run: (editor) => insertBlock(editor, columns(2)),
  },
  {
    id: "columns3",
    label: "3 columns",
    description: "Three parts beside each other",
    keywords: "columns layout side",
    icon: Columns3,
    isOffered: isOutsideTable,
    run: (editor) => insertBlock(editor, columns(3)),
  },
  {
    id: "mathBlock",
    label: "Formula",
    description: "LaTeX on lines of its own",
    keywords: "math equation latex katex $$",
    icon: SquareSigma,
    isOffered: isOutsideTable,
    run: (editor) => insertBlock(editor, { type: "mathBlock" }),
  },
  {
    id: "mathInline",
    label: "Formula in the line",
    description: "LaTeX between words",
    keywords: "math equation latex katex inline $",
    icon: Sigma,
    run: (editor) => {
      const { from } = editor.state.selection;
      editor.chain().focus().insertContent({ type: "mathInline" }).setNodeSelection(from).run();
    },
  },
  {
    id: "diagram",
    label: "Diagram",
    description: "Drawn from words by Mermaid",
    keywords: "mermaid flowchart graph sequence gantt chart",
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
    label: "Link to a note",
    description: "By its title, also with [[ or @",
    keywords: "mention wiki link reference page [[ @",
    icon: AtSign,
    run: (editor) => openSuggestions(editor, noteLinks),
  },
  {
    id: "noteEmbed",
    label: "Embed a note",
    description: "Another note shown here, as it is now",
    keywords: "transclusion include ![[",
    icon: AtSign,
    isOffered: isOutsideTable,
    run: (editor) => {
      if (editor.state.selection.$from.parent.content.size > 0) insertBlock(editor, { type: "paragraph" });
      openSuggestions(editor, noteEmbeds);
    },
  },
];
