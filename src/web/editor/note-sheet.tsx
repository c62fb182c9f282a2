import type { Editor } from "@tiptap/core";
import { clsx } from "clsx";
import { useEffect, type ReactNode } from "react";
import type { NoteSession } from "../platform/sync/types.ts";
import { deferred } from "../ui/deferred.tsx";
import { closeFind, useView } from "./view/view-store.ts";
import { useWritingChoices } from "./view/writing-choices.ts";

const FindBar = deferred(async () => (await import("./find/find-bar.tsx")).FindBar);
const FocusCorner = deferred(async () => (await import("./view/focus-corner.tsx")).FocusCorner);
const Origins = deferred(async () => (await import("./origins/origins-legend.tsx")).OriginsLegend);
const Figures = deferred(async () => (await import("./view/note-figures-line.tsx")).NoteFiguresLine);

type NoteSheetProps = {
  editor: Editor;
  session: NoteSession;
  /** A toolbar stands at the top of the page; what floats there makes room for it. */
  hasTopTools: boolean;
  children: ReactNode;
};

/** The page a text stands on, and what can be called up around it; the code of all that comes when it is. */
export function NoteSheet({ editor, session, hasTopTools, children }: NoteSheetProps) {
  const { isFocused, find, hasOrigins } = useView();
  const { isNoteWide } = useWritingChoices();
  useEffect(() => {
    const root = document.documentElement;
    root.toggleAttribute("data-wide", isNoteWide);
    return () => root.removeAttribute("data-wide");
  }, [isNoteWide]);
  // A search belongs to the note it was asked in.
  useEffect(() => closeFind, [editor]);
  return (
    <>
      {find && (
        <div className={clsx("sticky z-20 h-0", hasTopTools ? "top-11" : "top-14", isFocused && "top-10")}>
          <FindBar editor={editor} />
        </div>
      )}
      {hasOrigins && (
        <div
          className={clsx("sticky z-10 px-3 pt-1", hasTopTools ? "top-11" : "top-14", isFocused && "top-10")}
        >
          <Origins editor={editor} />
        </div>
      )}
      <div data-note-sheet="" data-origins={hasOrigins ? "" : undefined} className="relative">
        {children}
      </div>
      {!isFocused && <Figures editor={editor} />}
      {isFocused && <FocusCorner editor={editor} session={session} />}
    </>
  );
}
