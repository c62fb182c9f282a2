import type { Editor } from "@tiptap/core";
import { useLayoutEffect, useRef } from "react";

/**
 * Puts an editor's own element into the page as it is. Tiptap's EditorContent has every block of the text made anew on the way in,
 * and again on the way out, for the sake of node views in React, of which there are none: a long note was laid out twice.
 */
export function EditorPlace({ editor, className }: { editor: Editor; className?: string }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (editor.isDestroyed) return;
    const { dom } = editor.view;
    place.current?.append(dom);
    return () => {
      // A closed editor goes with its element; one that is shown again elsewhere takes it along.
      if (!editor.isDestroyed) document.createElement("div").append(dom);
    };
  }, [editor]);
  return <div ref={place} className={className} />;
}
