import { FileUp, FolderInput, FolderPlus, LockKeyhole, PencilLine, Trash2, UserPlus } from "lucide-react";
import type { Folder } from "#contract/folders.ts";
import type { Action, ActionContext } from "../../kernel/actions/action.ts";
import { subjectOf } from "../../kernel/actions/subject.ts";
import { openDialog } from "../../kernel/actions/dialogs.ts";
import { t } from "../../lib/messages/t.ts";

const folderOf = (context: ActionContext) => subjectOf("folder", context);
const hasFolder = (context: ActionContext) => folderOf(context) !== null;

const onFolder = (work: (folder: Folder) => void) => (context: ActionContext) => {
  const folder = folderOf(context);
  if (folder) work(folder);
};

/** What can be done with a folder; its menus are made of these. */
export const folderActions: Action[] = [
  {
    id: "folder.newInside",
    title: t("New Folder Inside..."),
    group: "Folder",
    icon: FolderPlus,
    isAvailable: hasFolder,
    run: onFolder((parent) => openDialog({ kind: "new-folder", parent })),
  },
  {
    id: "folder.import",
    title: t("Import Here..."),
    group: "Folder",
    icon: FileUp,
    keywords: t("upload markdown obsidian notion word"),
    isAvailable: hasFolder,
    run: onFolder((folder) => openDialog({ kind: "import", folderId: folder.id })),
  },
  {
    id: "folder.rename",
    title: t("Rename..."),
    group: "Folder",
    icon: PencilLine,
    isAvailable: hasFolder,
    run: onFolder((folder) => openDialog({ kind: "rename-folder", folder })),
  },
  {
    id: "folder.move",
    title: t("Move To..."),
    group: "Folder",
    icon: FolderInput,
    isAvailable: hasFolder,
    run: onFolder((folder) => openDialog({ kind: "move-folder", folder })),
  },
  {
    id: "folder.share",
    title: t("Share..."),
    group: "Folder",
    icon: UserPlus,
    keywords: t("invite people collaborate"),
    isAvailable: hasFolder,
    run: onFolder((folder) => openDialog({ kind: "share", thing: { folder } })),
  },
  {
    id: "folder.aiAccess",
    title: t("AI Access..."),
    group: "Folder",
    icon: LockKeyhole,
    keywords: t("privacy fence local model"),
    isAvailable: hasFolder,
    run: onFolder((folder) => openDialog({ kind: "folder-access", folder })),
  },
  {
    id: "folder.remove",
    title: t("Delete..."),
    group: "Folder",
    icon: Trash2,
    startsGroup: true,
    isDanger: true,
    isUndoable: true,
    isAvailable: hasFolder,
    run: onFolder((folder) => openDialog({ kind: "delete-folder", folder })),
  },
];

/** Actions about folders that are about no folder in particular. */
export const foldersActions: Action[] = [
  {
    id: "folder.create",
    title: t("New Folder..."),
    group: "General",
    icon: FolderPlus,
    keywords: t("create directory"),
    run: () => openDialog({ kind: "new-folder", parent: null }),
  },
];
