import type { Editor } from "@tiptap/core";
import { useEffect, useState } from "react";
import { whenLoaded } from "../../ui/when-loaded.tsx";
import { useBlockMenu } from "./block-commands.ts";

const BlockHandle = whenLoaded(async () => (await import("./block-handle.tsx")).BlockHandle);
const BlockMenu = whenLoaded(async () => (await import("./block-menu.tsx")).BlockMenu);

/** The grip for pointers and the menu for all; their code comes when a pointer first moves over the text. */
export function BlockTools({ editor, noteId }: { editor: Editor; noteId: string }) {
  const opened = useBlockMenu((state) => state.opened);
  const page = usePointedPage(editor);
  return (
    <>
      {page && <BlockHandle editor={editor} page={page} />}
      {opened?.editor === editor && <BlockMenu opened={opened} noteId={noteId} />}
    </>
  );
}

/** The element around the text and what stands beside it, once a mouse has moved over it. */
function usePointedPage(editor: Editor): HTMLElement | null {
  const [page, setPage] = useState<HTMLElement | null>(null);
  useEffect(() => {
    const around = editor.view.dom.closest<HTMLElement>("[data-note-sheet]");
    if (!around) return;
    const handleMove = (event: PointerEvent) => {
      if (event.pointerType !== "mouse") return;
      around.removeEventListener("pointermove", handleMove);
      setPage(around);
    };
    around.addEventListener("pointermove", handleMove);
    return () => around.removeEventListener("pointermove", handleMove);
  }, [editor]);
  return page;
}
