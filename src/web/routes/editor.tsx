import { useNavigate, useParams } from "@tanstack/react-router";
import { NoteScreen } from "../app/notes/note-screen.tsx";
import { useNoteOrDraft } from "../app/notes/use-draft.ts";

/** Without a note in its address the editor is ready to type; the note is made with the first character. */
export function EditorPage() {
  const { noteId } = useParams({ from: "/app/editor/{-$noteId}" });
  const navigate = useNavigate();
  const shown = useNoteOrDraft(noteId);
  return <NoteScreen key={shown} noteId={shown} onRemoved={() => void navigate({ to: "/app/explorer" })} />;
}
