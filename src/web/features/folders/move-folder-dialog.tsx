import type { FormEvent } from "react";
import type { Folder } from "#contract/folders.ts";
import { flatFolders, folderTree } from "../../kernel/folders/folder-tree.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/overlay/dialog.tsx";
import { Select } from "../../ui/overlay/select.tsx";
import { updateFolder } from "../../kernel/folders/folder-mutations.ts";
import { useFolders } from "./use-folders.ts";

/** Puts a folder under another; its own branch is not offered. */
export function MoveFolderDialog({ folder, onClose }: { folder: Folder; onClose: () => void }) {
  const { folders } = useFolders();
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const parentId = String(new FormData(event.currentTarget).get("parent")) || null;
    onClose();
    if (parentId !== folder.parentId) void updateFolder(folder.id, { parentId });
  };
  return (
    <Dialog title={`Move ${folder.name}`} isOpen onClose={onClose}>
      <form onSubmit={handleSubmit}>
        <Select label="Into" name="parent" defaultValue={folder.parentId ?? ""} autoFocus>
          <option value="">Top level</option>
          {flatFolders(folderTree(folders), folder.id).map((node) => (
            <option key={node.folder.id} value={node.folder.id}>
              {"\u2003".repeat(node.depth)}
              {node.folder.name}
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
