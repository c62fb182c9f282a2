import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { createNote } from "../../kernel/notes/note-mutations.ts";
import { knownNotes } from "../../kernel/notes/note-cache.ts";
import { registerNoteNavigator } from "../../kernel/notes/note-names.ts";

/** Lets the text of a note lead to other notes: it knows their ids, this screen the way. */
export function useNoteDoors(): void {
  const navigate = useNavigate();
  useEffect(
    () =>
      registerNoteNavigator({
        known: knownNotes,
        create: (title) => createNote(null, undefined, title),
        open: (path) => void navigate({ to: path }),
        tag: async (...of) => (await import("../../features/notes/tag-note.ts")).tagNote(...of),
      }),
    [navigate],
  );
}
