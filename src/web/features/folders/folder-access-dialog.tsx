import type { Folder } from "#contract/folders.ts";
import { ACCESS_WORDS, accessDone } from "../../kernel/ai-access/access-words.ts";
import { AiAccessDialog } from "../../kernel/ai-access/ai-access-dialog.tsx";
import { fenceOfFolder } from "../../kernel/ai-access/folder-fence.ts";
import { updateFolder } from "../../kernel/folders/folder-mutations.ts";
import { t } from "../../lib/messages/t.ts";
import { useFolders } from "./use-folders.ts";

/** Which models may read a folder with all that is below it. */
export function FolderAccessDialog({ folder, onClose }: { folder: Folder; onClose: () => void }) {
  const { folders } = useFolders();
  const above = fenceOfFolder(folders, folder.parentId);
  return (
    <AiAccessDialog
      name={folder.name}
      description={t(
        "Which AI models may read the notes in this folder and in the folders below it, with their files and checkboxes.",
      )}
      current={folder.aiAccess}
      remark={
        above
          ? t("The folder {name} above it says: {access}. The stricter of the two holds.", {
              name: above.by.name,
              access: ACCESS_WORDS[above.aiAccess],
            })
          : undefined
      }
      onChoose={(aiAccess) => void updateFolder(folder, { aiAccess }, accessDone(aiAccess, folder.name))}
      onClose={onClose}
    />
  );
}
