import { useState } from "react";
import type { Note } from "#contract/notes.ts";
import { FolderDialog } from "../../kernel/folders/folder-dialog.tsx";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";
import { targets } from "./list/note-selection.ts";
import { moveNotes } from "./many-notes.ts";

/** Puts a note, or the selection it is of, into a folder. */
export function MoveNoteDialog({ note, onClose }: { note: Note; onClose: () => void }) {
  const [notes] = useState(() => targets(note));
  const isMixed = notes.some(({ folderId }) => folderId !== note.folderId);
  return (
    <FolderDialog
      title={plural(notes.length, { one: "Move note", other: "Move {count} notes" })}
      current={isMixed ? undefined : note.folderId}
      topWords={t("No folder")}
      onClose={onClose}
      onChoose={(folderId, name) => void moveNotes(notes, folderId, name)}
    />
  );
}
