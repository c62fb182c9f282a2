import { Toolbar as Base } from "@base-ui/react/toolbar";
import type { Editor } from "@tiptap/core";
import { Minus } from "lucide-react";
import { memo, useRef } from "react";
import { useEditorState } from "../use-editor.ts";
import { InsertMenu } from "./insert-menu.tsx";
import { HeadingMenu } from "./heading-menu.tsx";
import { TableMenu } from "./table-menu.tsx";
import { ToolbarButton, ToolbarDivider } from "./toolbar-button.tsx";
import { toolbarState } from "./toolbar-state.ts";
import { ImageInput, ImageTool, LinkTool, press, Tools } from "./tools.tsx";
import { t } from "../../lib/messages/t.ts";

/** Quiet, above the text; everything in it has a key of its own as well. */
export const Toolbar = memo(function Toolbar({ editor, onLink }: { editor: Editor; onLink: () => void }) {
  const state = useEditorState(editor, toolbarState);
  const input = useRef<HTMLInputElement>(null);
  const own = { editor, state };
  return (
    <div className="note-chrome sticky top-0 z-20 border-y border-line bg-bg print:hidden">
      <Base.Root
        aria-label={t("Formatting")}
        className="note-width mx-auto flex h-11 max-w-3xl items-center gap-0.5 overflow-x-auto px-2 [scrollbar-width:none] sm:px-4"
      >
        <InsertMenu editor={editor} />
        <HeadingMenu editor={editor} level={state.level} />
        <ToolbarDivider />
        <Tools {...own} names={["bold", "italic", "strike", "code"]} />
        <LinkTool state={state} onPress={onLink} />
        <ToolbarDivider />
        <Tools {...own} names={["bulletList", "numberedList", "taskList"]} />
        <ToolbarDivider />
        <Tools {...own} names={["quote", "codeBlock"]} />
        <ToolbarButton
          label={t("Divider")}
          icon={Minus}
          onPress={press(editor, (chain) => chain.setHorizontalRule())}
        />
        <TableMenu editor={editor} isInTable={state.isTable} />
        <ImageTool onPress={() => input.current?.click()} />
        <ImageInput ref={input} editor={editor} />
        <span className="flex-1" />
        <Tools {...own} names={["undo", "redo"]} />
      </Base.Root>
    </div>
  );
});
