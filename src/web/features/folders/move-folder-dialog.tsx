import type { FormEvent } from "react";
import type { Folder } from "#contract/folders.ts";
import { flatFolders, folderTree } from "../../kernel/folders/folder-tree.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/overlay/dialog.tsx";
import { Select } from "../../ui/overlay/select.tsx";
import { updateFolder } from "../../kernel/folders/folder-mutations.ts";
import { useFolders } from "./use-folders.ts";
import { t } from "../../lib/messages/t.ts";

/** Puts a folder under another; its own branch is not offered. */
export function MoveFolderDialog({ folder, onClose }: { folder: Folder; onClose: () => void }) {
  const { folders } = useFolders();
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const parentId = String(new FormData(event.currentTarget).get("parent")) || null;
    onClose();
    if (parentId !== folder.parentId) void updateFolder(folder, { parentId });
  };
  return (
    <Dialog title={t("Move {name}", { name: folder.name })} isOpen onClose={onClose}>
      <form onSubmit={handleSubmit}>
        <Select label={t("Into")} name="parent" defaultValue={folder.parentId ?? ""} autoFocus>
          <option value="">{t("Top level")}</option>
          {flatFolders(folderTree(folders), folder.id).map((node) => (
            <option key={node.folder.id} value={node.folder.id}>
              {"\u2003".repeat(node.depth)}
              {node.folder.name}
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
