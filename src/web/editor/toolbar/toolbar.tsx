import { Toolbar as Base } from "@base-ui/react/toolbar";
import type { Editor } from "@tiptap/core";
import {
  Bold,
  Code,
  ImagePlus,
  Italic,
  Link2,
  List,
  ListOrdered,
  ListTodo,
  Minus,
  Quote,
  Redo2,
  SquareCode,
  Strikethrough,
  Undo2,
} from "lucide-react";
import { memo, useRef } from "react";
import { ACCEPTED_IMAGES } from "../uploads/image-rules.ts";
import { insertImage } from "../uploads/image-uploads.ts";
import { InsertMenu } from "./insert-menu.tsx";
import { HeadingMenu } from "./heading-menu.tsx";
import { TableMenu } from "./table-menu.tsx";
import { useEditorState } from "../use-editor.ts";
import { ToolbarButton, ToolbarDivider } from "./toolbar-button.tsx";
import { toolbarState } from "./toolbar-state.ts";
import { t } from "../../lib/messages/t.ts";

/** Quiet, above the text; everything in it has a key of its own as well. */
export const Toolbar = memo(function Toolbar({ editor, onLink }: { editor: Editor; onLink: () => void }) {
  const state = useEditorState(editor, toolbarState);
  const run = (command: (chain: ReturnType<Editor["chain"]>) => ReturnType<Editor["chain"]>) => () =>
    void command(editor.chain().focus()).run();
  return (
    <div className="note-chrome sticky top-0 z-20 border-y border-line bg-bg print:hidden">
      <Base.Root
        aria-label={t("Formatting")}
        className="note-width mx-auto flex h-11 max-w-3xl items-center gap-0.5 overflow-x-auto px-2 [scrollbar-width:none] sm:px-4"
      >
        <InsertMenu editor={editor} />
        <HeadingMenu editor={editor} level={state.level} />
        <ToolbarDivider />
        <ToolbarButton
          label={t("Bold")}
          keys="Mod+B"
          icon={Bold}
          isOn={state.isBold}
          onPress={run((chain) => chain.toggleBold())}
        />
        <ToolbarButton
          label={t("Italic")}
          keys="Mod+I"
          icon={Italic}
          isOn={state.isItalic}
          onPress={run((chain) => chain.toggleItalic())}
        />
        <ToolbarButton
          label={t("Strikethrough")}
          keys="Mod+Shift+S"
          icon={Strikethrough}
          isOn={state.isStrike}
          onPress={run((chain) => chain.toggleStrike())}
        />
        <ToolbarButton
          label={t("Code")}
          keys="Mod+E"
          icon={Code}
          isOn={state.isCode}
          onPress={run((chain) => chain.toggleCode())}
        />
        <ToolbarButton label={t("Link")} keys="Mod+K" icon={Link2} isOn={state.isLink} onPress={onLink} />
        <ToolbarDivider />
        <ToolbarButton
          label={t("Bullet list")}
          keys="Mod+Shift+8"
          icon={List}
          isOn={state.isBulletList}
          onPress={run((chain) => chain.toggleBulletList())}
        />
        <ToolbarButton
          label={t("Numbered list")}
          keys="Mod+Shift+7"
          icon={ListOrdered}
          isOn={state.isOrderedList}
          onPress={run((chain) => chain.toggleOrderedList())}
        />
        <ToolbarButton
          label={t("Task list")}
          keys="Mod+Shift+9"
          icon={ListTodo}
          isOn={state.isTaskList}
          onPress={run((chain) => chain.toggleTaskList())}
        />
        <ToolbarDivider />
        <ToolbarButton
          label={t("Quote")}
          keys="Mod+Shift+B"
          icon={Quote}
          isOn={state.isQuote}
          onPress={run((chain) => chain.toggleBlockquote())}
        />
        <ToolbarButton
          label={t("Code block")}
          keys="Mod+Alt+C"
          icon={SquareCode}
          isOn={state.isCodeBlock}
          onPress={run((chain) => chain.toggleCodeBlock())}
        />
        <ToolbarButton
          label={t("Divider")}
          icon={Minus}
          onPress={run((chain) => chain.setHorizontalRule())}
        />
        <TableMenu editor={editor} isInTable={state.isTable} />
        <ImageButton editor={editor} />
        <span className="flex-1" />
        <ToolbarButton
          label={t("Undo")}
          keys="Mod+Z"
          icon={Undo2}
          isDisabled={!state.canUndo}
          onPress={run((chain) => chain.undo())}
        />
        <ToolbarButton
          label={t("Redo")}
          keys="Mod+Shift+Z"
          icon={Redo2}
          isDisabled={!state.canRedo}
          onPress={run((chain) => chain.redo())}
        />
      </Base.Root>
    </div>
  );
});

function ImageButton({ editor }: { editor: Editor }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <ToolbarButton label={t("Image")} icon={ImagePlus} onPress={() => input.current?.click()} />
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
}
