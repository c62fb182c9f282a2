import { useQuery } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import type { Note } from "#contract/notes.ts";
import { api } from "../../platform/api.ts";
import { flatFolders, folderTree } from "../../kernel/folders/folder-tree.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/overlay/dialog.tsx";
import { Select } from "../../ui/overlay/select.tsx";
import { toast } from "../../ui/toast-store.ts";
import { moveNotes } from "./many-notes.ts";
import { updateNote } from "../../kernel/notes/note-mutations.ts";
import { targets } from "./list/note-selection.ts";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";

/** Notes of several folders are in no one of them. */
const ELSEWHERE = "?";

async function move(notes: Note[], folderId: string | null, folderName: string): Promise<void> {
  const [only] = notes;
  if (!only || notes.length > 1) await moveNotes(notes, folderId, folderName);
  else if (folderId !== only.folderId && (await updateNote(only.id, { folderId })))
    toast.success(t("Note updated successfully"));
}

/** Puts a note, or the selection it is of, into a folder. */
export function MoveNoteDialog({ note, onClose }: { note: Note; onClose: () => void }) {
  const { data } = useQuery(api.folders.list.queryOptions({ input: {} }));
  const [notes] = useState(() => targets(note));
  const isMixed = notes.some(({ folderId }) => folderId !== note.folderId);
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget).get("folder");
    // Nothing was chosen yet.
    if (given === null) return;
    const folderId = String(given) || null;
    onClose();
    const folder = data?.folders.find(({ id }) => id === folderId);
    void move(notes, folderId, folder?.name ?? "");
  };
  return (
    <Dialog
      title={plural(notes.length, { one: "Move note", other: "Move {count} notes" })}
      isOpen
      onClose={onClose}
    >
      <form onSubmit={handleSubmit}>
        <Select
          label={t("Folder")}
          name="folder"
          defaultValue={isMixed ? ELSEWHERE : (note.folderId ?? "")}
          key={data ? "loaded" : "waiting"}
          autoFocus
        >
          {isMixed && (
            <option value={ELSEWHERE} disabled>
              {t("Choose a folder")}
            </option>
          )}
          <option value="">{t("No folder")}</option>
          {flatFolders(folderTree(data?.folders ?? [])).map(({ folder, depth }) => (
            <option key={folder.id} value={folder.id}>
              {"\u2003".repeat(depth)}
              {folder.name}
            </option>
          ))}
        </Select>
        <DialogActions>
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button type="submit" look="primary">
            {t("Move")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
