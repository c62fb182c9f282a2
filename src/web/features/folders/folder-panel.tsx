import { clsx } from "clsx";
import { FolderPlus } from "lucide-react";
import type { Folder } from "#contract/folders.ts";
import { openDialog } from "../../kernel/actions/dialogs.ts";
import { useShownDrag } from "../../lib/drag-store.ts";
import { folderTree } from "../../kernel/folders/folder-tree.ts";
import { IconButton } from "../../ui/button.tsx";
import { Tooltip } from "../../ui/overlay/tooltip.tsx";
import { FolderBranch } from "./folder-branch.tsx";
import { type DropNotes, useDropTarget } from "./use-drop-target.ts";
import { useFolders } from "./use-folders.ts";
import { t } from "../../lib/messages/t.ts";

/** The tree of folders beside the notes. */
export function FolderPanel({
  currentId,
  onDropNotes,
}: {
  currentId: string | null;
  /** Absent where notes cannot be dragged. */
  onDropNotes?: DropNotes;
}) {
  const { folders, isPending } = useFolders();
  const tree = folderTree(folders);
  return (
    <section aria-labelledby="folders-heading">
      <PanelHead folders={folders} onDropNotes={onDropNotes} />
      {tree.length > 0 ? (
        <ul>
          {tree.map((node) => (
            <FolderBranch
              key={node.folder.id}
              node={node}
              folders={folders}
              currentId={currentId}
              onDropNotes={onDropNotes}
            />
          ))}
        </ul>
      ) : (
        !isPending && (
          <p className="px-2.5 py-1 text-xs text-faint">
            {t("Use the button above to group related notes.")}
          </p>
        )
      )}
    </section>
  );
}

/**
 * The heading, which takes what is dragged out of its folder: a place of its own that came with the drag
 * would move the folders from under the hand.
 */
function PanelHead({ folders, onDropNotes }: { folders: Folder[]; onDropNotes: DropNotes | undefined }) {
  const kind = useShownDrag((shown) => shown.kind);
  const { isOver, handlers } = useDropTarget({ folder: null, folders, onDropNotes });
  return (
    <div
      role="presentation"
      data-top-level=""
      {...handlers}
      className={clsx(
        "flex h-8 items-center justify-between rounded-md pl-2.5 outline-offset-[-1px]",
        kind &&
          (isOver
            ? "bg-accent-soft text-accent outline outline-accent"
            : "outline-1 outline-line-strong outline-dashed"),
      )}
    >
      <h2 id="folders-heading" className={clsx("text-xs font-medium", !isOver && "text-faint")}>
        {kind === null ? t("Folders") : kind === "folder" ? t("Top level") : t("No folder")}
      </h2>
      <Tooltip words={t("New folder")} side="top">
        <IconButton label={t("New folder")} onClick={() => openDialog({ kind: "new-folder", parent: null })}>
          <FolderPlus size={15} />
        </IconButton>
      </Tooltip>
    </div>
  );
}
