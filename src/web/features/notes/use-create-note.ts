import { useNavigate } from "@tanstack/react-router";
import { useCallback, useState } from "react";
import { createNote } from "./note-actions.ts";

/** Makes a note and opens it. */
export function useCreateNote() {
  const navigate = useNavigate();
  const [isCreating, setIsCreating] = useState(false);
  const create = useCallback(
    async (folderId: string | null = null) => {
      setIsCreating(true);
      const noteId = await createNote(folderId);
      setIsCreating(false);
      if (noteId) await navigate({ to: "/app/editor/{-$noteId}", params: { noteId } });
    },
    [navigate],
  );
  return { create, isCreating };
}
