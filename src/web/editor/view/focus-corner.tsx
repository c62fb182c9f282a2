import type { Editor } from "@tiptap/core";
import { Minimize2 } from "lucide-react";
import { useEffect } from "react";
import { isCovered } from "../../lib/covered.ts";
import type { NoteSession } from "../../platform/sync/types.ts";
import { IconButton } from "../../ui/button.tsx";
import { SaveStatus } from "../session/save-state.tsx";
import { markWritten } from "./block-marks.ts";
import { toggleFocus } from "./view-store.ts";
import { t } from "../../lib/messages/t.ts";

/** What is left of the frame in focus mode: whether the text is saved, and the way back. */
export function FocusCorner({ editor, session }: { editor: Editor; session: NoteSession }) {
  useEffect(() => {
    const root = document.documentElement;
    root.dataset["focused"] = "";
    markWritten(editor, true);
    const handleKey = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.defaultPrevented && !isCovered() && !editor.isFocused)
        toggleFocus();
    };
    addEventListener("keydown", handleKey);
    return () => {
      delete root.dataset["focused"];
      markWritten(editor, false);
      removeEventListener("keydown", handleKey);
    };
  }, [editor]);
  return (
    <div className="fixed end-3 top-[max(0.5rem,env(safe-area-inset-top))] z-30 flex items-center gap-3 rounded-md bg-bg px-2 py-1 print:hidden">
      <SaveStatus session={session} />
      <IconButton label={t("Exit Focus Mode")} title={t("Exit Focus Mode")} onClick={toggleFocus}>
        <Minimize2 size={16} />
      </IconButton>
    </div>
  );
}
