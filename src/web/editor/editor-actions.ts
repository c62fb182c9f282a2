import type { Editor } from "@tiptap/core";
import {
  Bold,
  Code,
  Heading1,
  Heading2,
  Heading3,
  Italic,
  Link2,
  List,
  ListTodo,
  MessageSquarePlus,
  Pilcrow,
  Quote,
  Repeat2,
  Strikethrough,
} from "lucide-react";
import type { Action, ActionContext, Choice } from "../kernel/actions/action.ts";
import { copyText } from "../platform/device/clipboard.ts";
import type {} from "./commands.ts";
import { t } from "../lib/messages/t.ts";

type Chain = ReturnType<Editor["chain"]>;

const inText = ({ editor, selection }: ActionContext) =>
  selection !== null && selection.isInEditor && editor !== null;
const canWrite = (context: ActionContext) => inText(context) && context.editor!.editor.isEditable;

type Formatting = Pick<Action, "id" | "title" | "icon"> & { editorKeys?: string; mark?: string };

/** A command on the selected text; the focus goes back to where the caret was. */
const format = ({ mark, ...action }: Formatting, work: (chain: Chain) => Chain): Action => ({
  ...action,
  group: "Text",
  ...(mark ? { isOn: ({ editor }) => editor?.editor.isActive(mark) ?? false } : {}),
  isAvailable: canWrite,
  run: ({ editor }) => {
    if (editor) work(editor.editor.chain().focus()).run();
  },
});

async function selectionAsMarkdown(editor: Editor): Promise<string> {
  const { from, to } = editor.state.selection;
  const part = editor.state.doc.cut(from, to);
  const { toMarkdown } = await import("#document/markdown/serialize.ts");
  return toMarkdown(part).trim();
}

/** Every kind of block the selected ones can become. */
async function turns({ editor }: ActionContext): Promise<Choice[]> {
  const { insertions } = await import("./insertions.ts");
  return editor
    ? insertions
        .filter(({ isTurn, isOffered }) => isTurn && (isOffered?.(editor.editor) ?? true))
        .map(({ id, label, isActive, run }) => ({
          id,
          title: label,
          isCurrent: isActive?.(editor.editor) ?? false,
          run: () => run(editor.editor),
        }))
    : [];
}

/** What can be done with selected text of a note; the bar at the selection and the palette take it from here. */
export const editorActions: Action[] = [
  {
    id: "selection.copyMarkdown",
    title: t("Copy as Markdown"),
    group: "Selection",
    isAvailable: inText,
    run: async ({ editor }) => {
      if (editor) await copyText(() => selectionAsMarkdown(editor.editor), t("Copied as Markdown"));
    },
  },
  format({ id: "text.bold", title: t("Bold"), icon: Bold, editorKeys: "Mod+B", mark: "bold" }, (chain) =>
    chain.toggleBold(),
  ),
  format(
    { id: "text.italic", title: t("Italic"), icon: Italic, editorKeys: "Mod+I", mark: "italic" },
    (chain) => chain.toggleItalic(),
  ),
  format(
    {
      id: "text.strike",
      title: t("Strikethrough"),
      icon: Strikethrough,
      editorKeys: "Mod+Shift+S",
      mark: "strike",
    },
    (chain) => chain.toggleStrike(),
  ),
  format({ id: "text.code", title: t("Code"), icon: Code, editorKeys: "Mod+E", mark: "code" }, (chain) =>
    chain.toggleCode(),
  ),
  {
    id: "text.link",
    title: t("Link"),
    group: "Text",
    icon: Link2,
    editorKeys: "Mod+K",
    isAvailable: canWrite,
    isOn: ({ editor }) => editor?.editor.isActive("link") ?? false,
    run: ({ editor }) => editor?.openLink(),
  },
  {
    id: "text.comment",
    title: t("Comment"),
    group: "Text",
    icon: MessageSquarePlus,
    keywords: t("annotate remark discuss"),
    editorKeys: "Mod+Alt+M",
    // Some may comment who may not write; who may not is told.
    isAvailable: inText,
    run: async ({ editor }) => {
      if (editor) (await import("./comments/comment-draft.ts")).beginComment(editor.editor);
    },
  },
  {
    id: "text.turnInto",
    title: t("Turn Into..."),
    group: "Text",
    icon: Repeat2,
    keywords: t("block kind heading list quote"),
    isAvailable: canWrite,
    choices: turns,
    // Menus and keys have no place for an answer; the palette and the bar at the selection ask for it.
    run: () => undefined,
  },
  ...([Heading1, Heading2, Heading3] as const).map((icon, index) => {
    const level = (index + 1) as 1 | 2 | 3;
    return format(
      {
        id: `text.heading${level}`,
        title: t("Heading {level}", { level }),
        icon,
        editorKeys: `Mod+Alt+${level}`,
      },
      (chain) => chain.setHeading({ level }),
    );
  }),
  format({ id: "text.paragraph", title: t("Text"), icon: Pilcrow, editorKeys: "Mod+Alt+0" }, (chain) =>
    chain.setParagraph(),
  ),
  format({ id: "text.quote", title: t("Quote"), icon: Quote, editorKeys: "Mod+Shift+B" }, (chain) =>
    chain.toggleBlockquote(),
  ),
  format({ id: "text.tasks", title: t("Task list"), icon: ListTodo, editorKeys: "Mod+Shift+9" }, (chain) =>
    chain.toggleTaskList(),
  ),
  format({ id: "text.bullets", title: t("Bullet list"), icon: List, editorKeys: "Mod+Shift+8" }, (chain) =>
    chain.toggleBulletList(),
  ),
];
