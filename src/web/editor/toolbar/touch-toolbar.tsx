import { Toolbar as Base } from "@base-ui/react/toolbar";
import type { Editor } from "@tiptap/core";
import {
  Bold,
  Heading1,
  Heading2,
  Code,
  GripVertical,
  ImagePlus,
  IndentDecrease,
  IndentIncrease,
  Italic,
  KeyboardOff,
  Link2,
  List,
  ListOrdered,
  ListTodo,
  MessageSquarePlus,
  Plus,
  Quote,
  Redo2,
  SquareCode,
  Strikethrough,
  Undo2,
} from "lucide-react";
import { memo, useEffect, useRef, useState, type RefObject } from "react";
import { createPortal } from "react-dom";
import { useMobileFrame } from "../../kernel/workspace/mobile-frame.ts";
import { ACCEPTED_IMAGES } from "../uploads/image-rules.ts";
import { openBlockMenu } from "../blocks/block-commands.ts";
import { insertImage } from "../uploads/image-uploads.ts";
import { openSuggestions } from "../suggest/suggestion-plugin.ts";
import { blocks } from "../suggest/kinds.ts";
import { useEditorState } from "../use-editor.ts";
import { ToolbarButton, ToolbarDivider } from "./toolbar-button.tsx";
import { toolbarState } from "./toolbar-state.ts";
import { t } from "../../lib/messages/t.ts";

type Chain = ReturnType<Editor["chain"]>;

/** The tools of a text, above the keyboard for as long as it is being written. */
export const TouchToolbar = memo(function TouchToolbar(props: { editor: Editor; onLink: () => void }) {
  const { editor } = props;
  const tools = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const isWriting = useIsWriting(editor, tools);
  const dock = document.getElementById("dock");
  return (
    <>
      {isWriting &&
        dock &&
        createPortal(
          <div ref={tools} className="border-t border-line bg-panel pb-[env(safe-area-inset-bottom)]">
            <Tools {...props} onImage={() => input.current?.click()} />
          </div>,
          dock,
        )}
      <input
        ref={input}
        type="file"
        accept={ACCEPTED_IMAGES}
        multiple
        hidden
        aria-label={t("Image file")}
        onChange={(event) => {
          for (const file of event.target.files ?? [])
            void insertImage(editor, file, editor.state.selection.from);
          event.target.value = "";
        }}
      />
    </>
  );
});

/** True while text or tools have the focus; the bottom bar makes room meanwhile. */
function useIsWriting(editor: Editor, tools: RefObject<HTMLDivElement | null>): boolean {
  const [isWriting, setIsWriting] = useState(editor.isFocused);
  useEffect(() => {
    const look = () => {
      const at = document.activeElement;
      setIsWriting(editor.view.dom.contains(at) || Boolean(tools.current?.contains(at)));
    };
    // After the focus has arrived where it goes.
    const later = () => setTimeout(look);
    look();
    document.addEventListener("focusin", later);
    document.addEventListener("focusout", later);
    return () => {
      document.removeEventListener("focusin", later);
      document.removeEventListener("focusout", later);
    };
  }, [editor, tools]);
  useEffect(() => {
    useMobileFrame.setState({ isWriting });
    return () => useMobileFrame.setState({ isWriting: false });
  }, [isWriting]);
  return isWriting;
}

const comment = async (editor: Editor): Promise<void> =>
  (await import("../comments/comment-draft.ts")).beginComment(editor);

type ToolsProps = { editor: Editor; onLink: () => void; onImage: () => void };

function Tools({ editor, onLink, onImage }: ToolsProps) {
  const state = useEditorState(editor, toolbarState);
  const run = (command: (chain: Chain) => Chain) => () => void command(editor.chain().focus()).run();
  const heading = (level: 1 | 2) => run((chain) => chain.toggleHeading({ level }));
  const canIndent = state.isBulletList || state.isOrderedList || state.isTaskList || state.isCodeBlock;
  // What Tab does, so that lists and code each indent in their own way.
  const tab = (key: "Tab" | "Shift-Tab") => () => void editor.chain().focus().keyboardShortcut(key).run();
  return (
    <div className="flex items-center">
      <Base.Root
        aria-label={t("Formatting")}
        className="flex min-w-0 flex-1 items-center overflow-x-auto overscroll-x-contain px-1 py-0.5 [scrollbar-width:none]"
      >
        <ToolbarButton
          label={t("Insert a block")}
          icon={Plus}
          isDisabled={state.isCodeBlock}
          onPress={() => openSuggestions(editor, blocks)}
        />
        <ToolbarButton label={t("Block actions")} icon={GripVertical} onPress={() => openBlockMenu(editor)} />
        <ToolbarButton
          label={t("Bold")}
          icon={Bold}
          isOn={state.isBold}
          onPress={run((chain) => chain.toggleBold())}
        />
        <ToolbarButton
          label={t("Italic")}
          icon={Italic}
          isOn={state.isItalic}
          onPress={run((chain) => chain.toggleItalic())}
        />
        <ToolbarButton label={t("Heading 1")} icon={Heading1} isOn={state.level === 1} onPress={heading(1)} />
        <ToolbarButton label={t("Heading 2")} icon={Heading2} isOn={state.level === 2} onPress={heading(2)} />
        <ToolbarButton
          label={t("Bullet list")}
          icon={List}
          isOn={state.isBulletList}
          onPress={run((chain) => chain.toggleBulletList())}
        />
        <ToolbarButton
          label={t("Task list")}
          icon={ListTodo}
          isOn={state.isTaskList}
          onPress={run((chain) => chain.toggleTaskList())}
        />
        <ToolbarButton
          label={t("Numbered list")}
          icon={ListOrdered}
          isOn={state.isOrderedList}
          onPress={run((chain) => chain.toggleOrderedList())}
        />
        <ToolbarButton
          label={t("Outdent")}
          icon={IndentDecrease}
          isDisabled={!canIndent}
          onPress={tab("Shift-Tab")}
        />
        <ToolbarButton
          label={t("Indent")}
          icon={IndentIncrease}
          isDisabled={!canIndent}
          onPress={tab("Tab")}
        />
        <ToolbarDivider />
        <ToolbarButton
          label={t("Quote")}
          icon={Quote}
          isOn={state.isQuote}
          onPress={run((chain) => chain.toggleBlockquote())}
        />
        <ToolbarButton
          label={t("Code")}
          icon={Code}
          isOn={state.isCode}
          onPress={run((chain) => chain.toggleCode())}
        />
        <ToolbarButton
          label={t("Code block")}
          icon={SquareCode}
          isOn={state.isCodeBlock}
          onPress={run((chain) => chain.toggleCodeBlock())}
        />
        <ToolbarButton label={t("Link")} icon={Link2} isOn={state.isLink} onPress={onLink} />
        <ToolbarButton label={t("Comment")} icon={MessageSquarePlus} onPress={() => void comment(editor)} />
        <ToolbarButton label={t("Image")} icon={ImagePlus} onPress={onImage} />
        <ToolbarButton
          label={t("Strikethrough")}
          icon={Strikethrough}
          isOn={state.isStrike}
          onPress={run((chain) => chain.toggleStrike())}
        />
        <ToolbarDivider />
        <ToolbarButton
          label={t("Undo")}
          icon={Undo2}
          isDisabled={!state.canUndo}
          onPress={run((chain) => chain.undo())}
        />
        <ToolbarButton
          label={t("Redo")}
          icon={Redo2}
          isDisabled={!state.canRedo}
          onPress={run((chain) => chain.redo())}
        />
      </Base.Root>
      <button
        type="button"
        aria-label={t("Hide keyboard")}
        className="grid size-11 shrink-0 place-items-center border-s border-line text-muted active:bg-pressed"
        onClick={() => {
          editor.commands.blur();
          if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
        }}
      >
        <KeyboardOff size={18} aria-hidden="true" />
      </button>
    </div>
  );
}
