import { Folder as FolderIcon, FolderOpen, RotateCcw, Trash2 } from "lucide-react";
import type { Folder } from "#contract/folders.ts";
import { api, invalidate, queryClient } from "../../platform/api.ts";
import { defineManifest } from "../../kernel/manifest.ts";
import { DeleteFolderDialog } from "./delete-folder-dialog.tsx";
import { folderActions, foldersActions } from "./folder-actions.ts";
import { NewFolderDialog, RenameFolderDialog } from "./folder-name-dialog.tsx";
import { MoveFolderDialog } from "./move-folder-dialog.tsx";
import { deferred } from "../../ui/deferred.tsx";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";

type OfFolder = { folder: Folder };

declare module "../../kernel/actions/subject.ts" {
  interface Subjects {
    folder: Folder;
  }
}

declare module "../../kernel/actions/dialogs.ts" {
  interface Dialogs {
    "new-folder": { parent: Folder | null };
    "rename-folder": OfFolder;
    "move-folder": OfFolder;
    "delete-folder": OfFolder;
    "folder-access": OfFolder;
  }
}

const refresh = () => invalidate(api.folders.key());

export const folders = defineManifest({
  actions: [...foldersActions, ...folderActions],
  dialogs: {
    "new-folder": NewFolderDialog,
    "rename-folder": RenameFolderDialog,
    "move-folder": MoveFolderDialog,
    "delete-folder": DeleteFolderDialog,
    "folder-access": deferred(async () => (await import("./folder-access-dialog.tsx")).FolderAccessDialog),
  },
  subjects: {
    folder: {
      find: (id) =>
        queryClient
          .getQueryData(api.folders.list.queryKey({ input: {} }))
          ?.folders.find((folder) => folder.id === id) ?? null,
      nameOf: ({ name }) => name,
    },
  },
  trash: {
    folder: {
      icon: FolderIcon,
      singular: t("Folder"),
      plural: t("Folders"),
      count: (count) => plural(count, { one: "{count} folder", other: "{count} folders" }),
      about: ({ notes }) =>
        plural(notes, { one: "{count} note deleted with it", other: "{count} notes deleted with it" }),
      refresh,
    },
  },
  // They tell how many notes they hold, and notes which models may read them.
  live: {
    folder: () => {
      refresh();
      invalidate(api.notes.aiAccess.key());
    },
    note: (_, isTextAlone) => isTextAlone || refresh(),
  },
  activity: {
    groups: [{ id: "folders", words: t("Folders") }],
    types: {
      folder_created: { icon: FolderOpen, words: t("Folder created"), group: "folders" },
      folder_updated: { icon: FolderOpen, words: t("Folder updated"), group: "folders" },
      folder_deleted: { icon: Trash2, words: t("Folder deleted"), group: "folders" },
      folder_restored: { icon: RotateCcw, words: t("Folder restored"), group: "folders" },
    },
    fields: { name: t("Name"), parentId: t("Place"), aiAccess: t("AI access") },
    pathOf: { folder: (id) => `/app/folders/${id}` },
  },
});
