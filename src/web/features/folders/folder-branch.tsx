import { Link } from "@tanstack/react-router";
import { clsx } from "clsx";
import { ChevronRight, Folder as FolderIcon } from "lucide-react";
import { useState } from "react";
import type { Folder } from "#contract/folders.ts";
import { FolderFenceMark } from "../../kernel/ai-access/folder-fence-mark.tsx";
import { openDialog } from "../../kernel/actions/dialogs.ts";
import { folderPath, type FolderNode } from "../../kernel/folders/folder-tree.ts";
import { type DropNotes, useDropTarget } from "./use-drop-target.ts";
import { RetryMark } from "../../kernel/retry-mark.tsx";
import { startDrag } from "../../lib/drag-store.ts";
import { FolderMenu } from "./folder-menu.tsx";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";

type FolderBranchProps = {
  node: FolderNode;
  folders: Folder[];
  currentId: string | null;
  onDropNotes: DropNotes | undefined;
};

/** Deep down the steps become small, or the names would have no room left. */
const indent = (depth: number) => Math.min(depth, 5) * 14 + Math.max(0, depth - 5) * 3;

/** A folder and what is under it; open when the current folder lies inside. */
export function FolderBranch({ node, folders, currentId, onDropNotes }: FolderBranchProps) {
  const { folder, children, depth } = node;
  const isOnPath = folderPath(folders, currentId).some(
    (step) => step.id === folder.id && step.id !== currentId,
  );
  const [choice, setChoice] = useState<boolean | null>(null);
  const isOpen = choice ?? (isOnPath || depth === 0);
  const { isOver, handlers } = useDropTarget({
    folder,
    folders,
    onDropNotes,
    onHold: () => setChoice(true),
  });
  const isCurrent = folder.id === currentId;
  return (
    <li>
      <div
        role="presentation"
        data-folder-id={folder.id}
        {...handlers}
        onDragStart={(event) => {
          event.dataTransfer.effectAllowed = "copyMove";
          startDrag({ kind: "folder", folderId: folder.id });
        }}
        className={clsx(
          "group relative flex h-8 items-center rounded-md pr-0.5 text-sm transition-colors pointer-coarse:h-11",
          isOver
            ? "bg-accent-soft text-accent outline outline-accent"
            : isCurrent
              ? "bg-pressed font-medium"
              : "text-muted hover:bg-hover hover:text-ink",
        )}
        style={{ paddingInlineStart: `${indent(depth)}px` }}
      >
        {children.length > 0 ? (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-label={
              isOpen ? t("Close {name}", { name: folder.name }) : t("Open {name}", { name: folder.name })
            }
            onClick={() => setChoice(!isOpen)}
            className="relative z-10 grid size-6 shrink-0 place-items-center rounded-md text-faint hover:text-ink"
          >
            <ChevronRight size={14} className={clsx("transition-transform", isOpen && "rotate-90")} />
          </button>
        ) : (
          <span className="w-6 shrink-0" />
        )}
        <Link
          to="/app/folders/$folderId"
          params={{ folderId: folder.id }}
          aria-label={plural(
            folder.noteCount,
            { one: "{name}, {count} note", other: "{name}, {count} notes" },
            { name: folder.name },
          )}
          className="flex min-w-0 flex-1 items-center gap-2 rounded-md row-link"
          aria-current={isCurrent ? "page" : undefined}
        >
          <FolderIcon size={15} className="shrink-0 text-faint" aria-hidden="true" />
          <bdi className="truncate" title={folder.name}>
            {folder.name}
          </bdi>
        </Link>
        <FolderFenceMark
          folderId={folder.id}
          folders={folders}
          onPress={() => openDialog({ kind: "folder-access", folder })}
        />
        <RetryMark id={folder.id} isCompact />
        <span className="relative grid size-7 shrink-0 place-items-center">
          <span className="text-xs text-faint tabular-nums pointer-coarse:hidden pointer-fine:group-focus-within:opacity-0 pointer-fine:group-hover:opacity-0">
            {folder.noteCount || ""}
          </span>
          <FolderMenu
            folder={folder}
            className="pointer-fine:absolute! pointer-fine:opacity-0 pointer-fine:group-focus-within:opacity-100 pointer-fine:group-hover:opacity-100 pointer-fine:data-popup-open:opacity-100"
          />
        </span>
      </div>
      {isOpen && children.length > 0 && (
        <ul>
          {children.map((child) => (
            <FolderBranch
              key={child.folder.id}
              node={child}
              folders={folders}
              currentId={currentId}
              onDropNotes={onDropNotes}
            />
          ))}
        </ul>
      )}
    </li>
  );
}
