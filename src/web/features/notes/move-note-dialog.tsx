import { useQuery } from "@tanstack/react-query";
import type { FormEvent } from "react";
import type { Note } from "#contract/notes.ts";
import { api } from "../../lib/api.ts";
import { flatFolders, folderTree } from "../../lib/folder-tree.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Select } from "../../ui/select.tsx";
import { toast } from "../../ui/toast-store.ts";
import { updateNote } from "./note-actions.ts";

export function MoveNoteDialog({ note, onClose }: { note: Note; onClose: () => void }) {
  const { data } = useQuery(api.folders.list.queryOptions({ input: {} }));
  const handleSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const folderId = String(new FormData(event.currentTarget).get("folder")) || null;
    onClose();
    if (folderId !== note.folderId && (await updateNote(note.id, { folderId })))
      toast.success("Note updated successfully");
  };
  return (
    <Dialog title="Move note" isOpen onClose={onClose}>
      <form onSubmit={(event) => void handleSubmit(event)}>
        <Select
          label="Folder"
          name="folder"
          defaultValue={note.folderId ?? ""}
          key={data ? "loaded" : "waiting"}
          autoFocus
        >
          <option value="">No folder</option>
          {flatFolders(folderTree(data?.folders ?? [])).map(({ folder, depth }) => (
            <option key={folder.id} value={folder.id}>
              {"\u2003".repeat(depth)}
              {folder.name}
            </option>
          ))}
        </Select>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary">
            Move
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
