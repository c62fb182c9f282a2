import { FolderPlus } from "lucide-react";
import { openDialog } from "../../lib/actions/palette-store.ts";
import { folderTree } from "../../lib/folder-tree.ts";
import { IconButton } from "../../ui/button.tsx";
import { Tooltip } from "../../ui/tooltip.tsx";
import { FolderBranch } from "./folder-branch.tsx";
import { useFolders } from "./use-folders.ts";

/** The tree of folders beside the notes. */
export function FolderPanel({ currentId }: { currentId: string | null }) {
  const { folders, isPending } = useFolders();
  const tree = folderTree(folders);
  return (
    <section aria-labelledby="folders-heading">
      <div className="flex h-8 items-center justify-between pl-2.5">
        <h2 id="folders-heading" className="text-xs font-medium text-faint">
          Folders
        </h2>
        <Tooltip words="New folder" side="top">
          <IconButton label="New folder" onClick={() => openDialog({ kind: "new-folder", parent: null })}>
            <FolderPlus size={15} />
          </IconButton>
        </Tooltip>
      </div>
      {tree.length > 0 ? (
        <ul>
          {tree.map((node) => (
            <FolderBranch key={node.folder.id} node={node} folders={folders} currentId={currentId} />
          ))}
        </ul>
      ) : (
        !isPending && (
          <p className="px-2.5 py-1 text-xs text-faint">
            Group notes that belong together with the button above.
          </p>
        )
      )}
    </section>
  );
}
