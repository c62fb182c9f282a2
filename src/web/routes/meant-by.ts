import type { Folder } from "#contract/folders.ts";
import type { Note } from "#contract/notes.ts";
import { knownNote } from "../features/notes/note-cache.ts";
import { api, queryClient } from "../lib/api.ts";

/** The note or folder whose row an element lies in. */
export function meantBy(element: Element | null): { note: Note | null; folder: Folder | null } {
  const row = element?.closest<HTMLElement>("[data-note-id], [data-folder-id]");
  const { noteId, folderId } = row?.dataset ?? {};
  const { folders } = queryClient.getQueryData(api.folders.list.queryKey({ input: {} })) ?? { folders: [] };
  return {
    note: (noteId && knownNote(noteId)) || null,
    folder: folders.find((folder) => folder.id === folderId) ?? null,
  };
}
