import { useNavigate } from "@tanstack/react-router";
import { useCallback, useRef, useState } from "react";
import { createNote } from "../../kernel/notes/note-mutations.ts";

/** Makes a note and opens it, on its own page or beside the list. A second press while it is being made is the first. */
export function useCreateNote({ opensBeside = false } = {}) {
  const navigate = useNavigate();
  const isUnderWay = useRef(false);
  const [isCreating, setIsCreating] = useState(false);
  const create = useCallback(
    async (folderId: string | null = null) => {
      if (isUnderWay.current) return;
      isUnderWay.current = true;
      setIsCreating(true);
      try {
        const noteId = await createNote(folderId);
        if (noteId && opensBeside) await navigate({ to: "/app/notes", search: { note: noteId } });
        else if (noteId) await navigate({ to: "/app/editor/{-$noteId}", params: { noteId } });
      } finally {
        isUnderWay.current = false;
        setIsCreating(false);
      }
    },
    [navigate, opensBeside],
  );
  return { create, isCreating };
}
