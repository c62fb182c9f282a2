import { Toolbar as Base } from "@base-ui/react/toolbar";
import type { Editor } from "@tiptap/core";
import { Ellipsis, ImagePlus, Minus, Table } from "lucide-react";
import { memo, type RefObject, useEffect, useRef, useState } from "react";
import { Menu, MenuItem } from "../../ui/overlay/menu.tsx";
import { useEditorState } from "../use-editor.ts";
import { InsertMenu } from "./insert-menu.tsx";
import { HeadingMenu } from "./heading-menu.tsx";
import { TableMenu } from "./table-menu.tsx";
import { ToolbarButton, toolbarButtonClass, ToolbarDivider } from "./toolbar-button.tsx";
import { toolbarState } from "./toolbar-state.ts";
import { ImageInput, ImageTool, LinkTool, press, ToolItems, Tools } from "./tools.tsx";
import { t } from "../../lib/messages/t.ts";

/** What all tools take in pixels, without the padding beside them: 32 each, or 40 for fingers. */
const ROOM_FOR_ALL = matchMedia("(pointer: coarse)").matches ? 840 : 690;

/** True while the tools do not fit side by side: the last ones are then in a menu, and none is out of sight. */
function useIsNarrow(bar: RefObject<HTMLElement | null>): boolean {
  const [isNarrow, setIsNarrow] = useState(false);
  useEffect(() => {
    const watcher = new ResizeObserver(
      ([entry]) => entry && setIsNarrow(entry.contentRect.width < ROOM_FOR_ALL),
    );
    if (bar.current) watcher.observe(bar.current);
    return () => watcher.disconnect();
  }, [bar]);
  return isNarrow;
}

const divider = (editor: Editor) => press(editor, (chain) => chain.setHorizontalRule());

/** Quiet, above the text; everything in it has a key of its own as well. */
export const Toolbar = memo(function Toolbar({ editor, onLink }: { editor: Editor; onLink: () => void }) {
  const state = useEditorState(editor, toolbarState);
  const input = useRef<HTMLInputElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const isNarrow = useIsNarrow(bar);
  const own = { editor, state };
  const pickImage = () => input.current?.click();
  return (
    <div className="note-chrome sticky top-0 z-20 border-y border-line bg-bg print:hidden">
      <Base.Root
        ref={bar}
        aria-label={t("Formatting")}
        className="note-width mx-auto flex h-11 max-w-3xl items-center gap-0.5 overflow-x-auto px-2 [scrollbar-width:none] sm:px-4"
      >
        <InsertMenu editor={editor} />
        <HeadingMenu editor={editor} level={state.level} />
        <ToolbarDivider />
        <Tools {...own} names={isNarrow ? ["bold", "italic"] : ["bold", "italic", "strike", "code"]} />
        <LinkTool state={state} onPress={onLink} />
        <ToolbarDivider />
        <Tools
          {...own}
          names={isNarrow ? ["bulletList", "taskList"] : ["bulletList", "numberedList", "taskList"]}
        />
        <ToolbarDivider />
        {!isNarrow && (
          <>
            <Tools {...own} names={["quote", "codeBlock"]} />
            <ToolbarButton label={t("Divider")} icon={Minus} onPress={divider(editor)} />
          </>
        )}
        {(!isNarrow || state.isTable) && <TableMenu editor={editor} isInTable={state.isTable} />}
        {isNarrow ? (
          <MoreTools editor={editor} isInTable={state.isTable} onImage={pickImage} />
        ) : (
          <ImageTool onPress={pickImage} />
        )}
        <ImageInput ref={input} editor={editor} />
        <span className="flex-1" />
        <Tools {...own} names={["undo", "redo"]} />
      </Base.Root>
    </div>
  );
});

type MoreProps = { editor: Editor; isInTable: boolean; onImage: () => void };

/** What a narrow toolbar has no room for. */
function MoreTools({ editor, isInTable, onImage }: MoreProps) {
  const addTable = press(editor, (chain) => chain.insertTable({ rows: 3, cols: 3, withHeaderRow: true }));
  return (
    <Menu
      align="start"
      trigger={
        <Base.Button
          aria-label={t("More tools")}
          title={t("More tools")}
          className={`${toolbarButtonClass} text-muted hover:bg-hover hover:text-ink data-popup-open:bg-pressed`}
          onMouseDown={(event) => event.preventDefault()}
        >
          <Ellipsis size={16} aria-hidden="true" />
        </Base.Button>
      }
    >
      <ToolItems editor={editor} names={["strike", "code", "numberedList", "quote", "codeBlock"]} />
      <MenuItem icon={<Minus size={16} />} onSelect={divider(editor)}>
        {t("Divider")}
      </MenuItem>
      {!isInTable && (
        <MenuItem icon={<Table size={16} />} onSelect={addTable}>
          {t("Table")}
        </MenuItem>
      )}
      <MenuItem icon={<ImagePlus size={16} />} onSelect={onImage}>
        {t("Image")}
      </MenuItem>
    </Menu>
  );
}
