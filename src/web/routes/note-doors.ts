import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { createNote } from "../features/notes/note-actions.ts";
import { knownNotes } from "../features/notes/note-cache.ts";
import { setNoteDoors } from "../lib/note-names.ts";

/** Lets the text of a note lead to other notes: it knows their ids, this screen the way. */
export function useNoteDoors(): void {
  const navigate = useNavigate();
  useEffect(
    () =>
      setNoteDoors({
        known: knownNotes,
        create: (title) => createNote(null, undefined, title),
        open: (path) => void navigate({ to: path }),
        tag: async (...of) => (await import("../features/notes/tag-note.ts")).tagNote(...of),
      }),
    [navigate],
  );
}
