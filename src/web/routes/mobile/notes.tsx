import { useParams, useSearch } from "@tanstack/react-router";
import { MobileNotesScreen } from "../../app/notes/mobile-notes-screen.tsx";
import { Redirect } from "../../app/shell/redirect.tsx";

export function MobileNotes() {
  const { note, ...search } = useSearch({ from: "/mobile/notes" });
  // The other app's address of an open note.
  if (note) return <Redirect to={`/mobile/editor/${note}`} />;
  return <MobileNotesScreen search={search} folderId={null} />;
}

export function MobileFolder() {
  const { folderId } = useParams({ from: "/mobile/folders/$folderId" });
  const search = useSearch({ from: "/mobile/folders/$folderId" });
  return <MobileNotesScreen key={folderId} search={search} folderId={folderId} />;
}
