import type { Folder } from "#contract/folders.ts";
import { FolderDialog } from "../../kernel/folders/folder-dialog.tsx";
import { movedWords, updateFolder } from "../../kernel/folders/folder-mutations.ts";
import { t } from "../../lib/messages/t.ts";

/** Puts a folder under another; its own branch is not offered. */
export const MoveFolderDialog = ({ folder, onClose }: { folder: Folder; onClose: () => void }) => (
  <FolderDialog
    title={t("Move {name}", { name: folder.name })}
    current={folder.parentId}
    topWords={t("Top level")}
    except={folder.id}
    onClose={onClose}
    onChoose={(parentId, name) => {
      if (parentId !== folder.parentId)
        void updateFolder(folder, { parentId }, movedWords(parentId ? name : null));
    }}
  />
);
