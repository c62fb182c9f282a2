import type { Editor } from "@tiptap/core";
import { clsx } from "clsx";
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from "react";
import type { NoteSession } from "../platform/sync/types.ts";
import { deferred } from "../ui/deferred.tsx";
import { closeFind, hasRoomBeside, useView } from "./view/view-store.ts";
import { useWritingChoices } from "./view/writing-choices.ts";

const FindBar = deferred(async () => (await import("./find/find-bar.tsx")).FindBar);
const Outline = deferred(async () => (await import("./view/outline.tsx")).Outline);
const FocusCorner = deferred(async () => (await import("./view/focus-corner.tsx")).FocusCorner);
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
  const { isOutlineOpen, isOutlineSheetOpen, isFocused, find } = useView();
  const { isNoteWide } = useWritingChoices();
  const sheet = useRef<HTMLDivElement>(null);
  const isRoomy = useRoom(sheet);
  const isBeside = isOutlineOpen && isRoomy && !isFocused;
  useEffect(() => {
    const root = document.documentElement;
    root.toggleAttribute("data-wide", isNoteWide);
    return () => root.removeAttribute("data-wide");
  }, [isNoteWide]);
  useLayoutEffect(() => {
    if (!isBeside || !sheet.current?.closest("#main")) return;
    const root = document.documentElement;
    root.toggleAttribute("data-outline", true);
    return () => root.removeAttribute("data-outline");
  }, [isBeside]);
  // A search belongs to the note it was asked in.
  useEffect(
    () => () => {
      closeFind();
      useView.setState({ isOutlineSheetOpen: false });
    },
    [editor],
  );
  return (
    <>
      {find && (
        <div className={clsx("sticky z-20 h-0", hasTopTools ? "top-11" : "top-14", isFocused && "top-10")}>
          <FindBar editor={editor} />
        </div>
      )}
      <div ref={sheet} data-note-sheet="" className={clsx("relative", isBeside && "pe-60")}>
        {children}
        {isBeside && <Outline editor={editor} isBeside />}
        {isOutlineSheetOpen && <Outline editor={editor} isBeside={false} />}
      </div>
      {!isFocused && <Figures editor={editor} />}
      {isFocused && <FocusCorner editor={editor} session={session} />}
    </>
  );
}

/** Whether text and outline have room side by side; asked again when the page changes its width. */
function useRoom(sheet: React.RefObject<HTMLDivElement | null>): boolean {
  const [isRoomy, setIsRoomy] = useState(false);
  useEffect(() => {
    if (!sheet.current) return;
    const observer = new ResizeObserver(() => setIsRoomy(hasRoomBeside()));
    observer.observe(sheet.current);
    return () => observer.disconnect();
  }, [sheet]);
  return isRoomy;
}
