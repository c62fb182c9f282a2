import { useParams } from "@tanstack/react-router";
import { TouchToolbar } from "../../editor/toolbar/touch-toolbar.tsx";
import { BackButton, useBack } from "../../features/mobile/mobile-header.tsx";
import { useNoteOrDraft } from "../../app/notes/use-draft.ts";
import { NoteScreen } from "../../app/notes/note-screen.tsx";

const NOTES = "/mobile/notes";

/** The screen of a note with a phone's way back and a phone's tools. */
export function MobileEditor() {
  const { noteId } = useParams({ from: "/mobile/editor/{-$noteId}" });
  const shown = useNoteOrDraft(noteId);
  const goBack = useBack(NOTES);
  return (
    <div key={shown} className="mobile-scroller h-full scroll-pt-20 scroll-pb-16">
      <NoteScreen noteId={shown} onRemoved={goBack} lead={<BackButton to={NOTES} />} Tools={TouchToolbar} />
    </div>
  );
}
