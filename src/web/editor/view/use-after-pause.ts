import type { Editor } from "@tiptap/core";
import { useEffect, useEffectEvent } from "react";

/** Calls once at the beginning, and after each pause in changes of the text (and of the selection, if asked). */
export function useAfterPause(editor: Editor, ms: number, work: () => void, hasSelection = false): void {
  const run = useEffectEvent(work);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(() => !editor.isDestroyed && run(), ms);
    };
    run();
    editor.on("update", later);
    if (hasSelection) editor.on("selectionUpdate", later);
    return () => {
      clearTimeout(timer);
      editor.off("update", later);
      editor.off("selectionUpdate", later);
    };
  }, [editor, ms, hasSelection]);
}
