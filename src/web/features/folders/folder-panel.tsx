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
      <div className="flex h-8 items-center justify-between pl-2.5">
        <h2 id="folders-heading" className="text-xs font-medium text-faint">
          {t("Folders")}
        </h2>
        <Tooltip words={t("New folder")} side="top">
          <IconButton
            label={t("New folder")}
            onClick={() => openDialog({ kind: "new-folder", parent: null })}
          >
            <FolderPlus size={15} />
          </IconButton>
        </Tooltip>
      </div>
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
      <TopLevel folders={folders} onDropNotes={onDropNotes} />
    </section>
  );
}

/** Takes what is dragged out of its folder; there while something is dragged. */
function TopLevel({ folders, onDropNotes }: { folders: Folder[]; onDropNotes: DropNotes | undefined }) {
  const kind = useShownDrag((shown) => shown.kind);
  const { isOver, handlers } = useDropTarget({ folder: null, folders, onDropNotes });
  if (!kind) return null;
  return (
    <div
      role="presentation"
      data-top-level=""
      {...handlers}
      className={clsx(
        "mt-1 grid h-9 place-items-center rounded-md border border-dashed text-xs",
        isOver ? "border-accent bg-accent-soft text-accent" : "border-line-strong text-faint",
      )}
    >
      {kind === "folder" ? t("Top level") : t("No folder")}
    </div>
  );
}
