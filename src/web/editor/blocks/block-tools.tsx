import type { Editor } from "@tiptap/core";
import { useEffect, useRef, useState } from "react";
import { deferred } from "../../ui/deferred.tsx";
import { useBlockMenu } from "./block-edits.ts";

export type Pointer = { clientX: number; clientY: number };

const BlockHandle = deferred(async () => (await import("./block-handle.tsx")).BlockHandle);
const BlockMenu = deferred(async () => (await import("./block-menu.tsx")).BlockMenu);

/** The grip for pointers and the menu for all; their code comes when a pointer first moves over the text. */
export function BlockTools({ editor, noteId }: { editor: Editor; noteId: string }) {
  const opened = useBlockMenu((state) => state.opened);
  const [page, pointer] = usePointedPage(editor);
  return (
    <>
      {page && <BlockHandle editor={editor} page={page} pointer={pointer} />}
      {opened?.editor === editor && <BlockMenu opened={opened} noteId={noteId} />}
    </>
  );
}

/** The element around the text and what stands beside it, once a mouse has moved over it. */
function usePointedPage(editor: Editor): [page: HTMLElement | null, pointer: { current: Pointer | null }] {
  const [page, setPage] = useState<HTMLElement | null>(null);
  /** Where the mouse has got to while the code was coming. */
  const pointer = useRef<Pointer | null>(null);
  useEffect(() => {
    const around = editor.view.dom.closest<HTMLElement>("[data-note-sheet]");
    if (!around) return;
    const handleMove = (event: PointerEvent) => {
      if (event.pointerType !== "mouse") return;
      pointer.current = { clientX: event.clientX, clientY: event.clientY };
      setPage(around);
    };
    around.addEventListener("pointermove", handleMove);
    return () => around.removeEventListener("pointermove", handleMove);
  }, [editor]);
  return [page, pointer];
}
