import { Toolbar as Base } from "@base-ui/react/toolbar";
import type { Editor } from "@tiptap/core";
import {
  GripVertical,
  Heading1,
  Heading2,
  IndentDecrease,
  IndentIncrease,
  KeyboardOff,
  MessageSquarePlus,
  Plus,
} from "lucide-react";
import { memo, useEffect, useRef, useState, type RefObject } from "react";
import { createPortal } from "react-dom";
import { useMobileFrame } from "../../kernel/workspace/mobile-frame.ts";
import { openBlockMenu } from "../blocks/block-edits.ts";
import { openSuggestions } from "../suggest/suggestion-plugin.ts";
import { blocks } from "../suggest/kinds.ts";
import { useEditorState } from "../use-editor.ts";
import { ToolbarButton, ToolbarDivider } from "./toolbar-button.tsx";
import { toolbarState } from "./toolbar-state.ts";
import { ImageInput, ImageTool, LinkTool, press, Tools } from "./tools.tsx";
import { t } from "../../lib/messages/t.ts";

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
            <TouchTools {...props} onImage={() => input.current?.click()} />
          </div>,
          dock,
        )}
      <ImageInput ref={input} editor={editor} />
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

type TouchToolsProps = { editor: Editor; onLink: () => void; onImage: () => void };

function TouchTools({ editor, onLink, onImage }: TouchToolsProps) {
  const state = useEditorState(editor, toolbarState);
  const own = { editor, state };
  const heading = (level: 1 | 2) => press(editor, (chain) => chain.toggleHeading({ level }));
  const canIndent = state.isBulletList || state.isOrderedList || state.isTaskList || state.isCodeBlock;
  // What Tab does, so that lists and code each indent in their own way.
  const tab = (key: "Tab" | "Shift-Tab") => press(editor, (chain) => chain.keyboardShortcut(key));
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
        <Tools {...own} names={["bold", "italic"]} />
        <ToolbarButton label={t("Heading 1")} icon={Heading1} isOn={state.level === 1} onPress={heading(1)} />
        <ToolbarButton label={t("Heading 2")} icon={Heading2} isOn={state.level === 2} onPress={heading(2)} />
        <Tools {...own} names={["bulletList", "taskList", "numberedList"]} />
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
        <Tools {...own} names={["quote", "code", "codeBlock"]} />
        <LinkTool state={state} onPress={onLink} />
        <ToolbarButton label={t("Comment")} icon={MessageSquarePlus} onPress={() => void comment(editor)} />
        <ImageTool onPress={onImage} />
        <Tools {...own} names={["strike"]} />
        <ToolbarDivider />
        <Tools {...own} names={["undo", "redo"]} />
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
