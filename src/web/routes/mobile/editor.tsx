import { useNavigate, useParams, useRouter, useCanGoBack } from "@tanstack/react-router";
import { TouchToolbar } from "../../editor/toolbar/touch-toolbar.tsx";
import { BackButton } from "../../features/mobile/mobile-header.tsx";
import { useNoteOrDraft } from "../../app/notes/use-draft.ts";
import { NoteScreen } from "../../app/notes/note-screen.tsx";

const NOTES = "/mobile/notes";

/** Without a note in its address the editor is ready to type; the note is made with the first character. */
export function MobileEditor() {
  const { noteId } = useParams({ from: "/mobile/editor/{-$noteId}" });
  const shown = useNoteOrDraft(noteId);
  return <OpenNote key={shown} noteId={shown} />;
}

function OpenNote({ noteId }: { noteId: string }) {
  const router = useRouter();
  const canGoBack = useCanGoBack();
  const navigate = useNavigate();
  const leave = () => {
    if (canGoBack) router.history.back();
    else void navigate({ to: NOTES, replace: true });
  };
  return (
    <div className="mobile-scroller h-full scroll-pt-20 scroll-pb-16">
      <NoteScreen noteId={noteId} onRemoved={leave} lead={<BackButton to={NOTES} />} Tools={TouchToolbar} />
    </div>
  );
}
