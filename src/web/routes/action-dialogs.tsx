import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { DeleteFolderDialog } from "../features/folders/delete-folder-dialog.tsx";
import { FolderNameDialog } from "../features/folders/folder-name-dialog.tsx";
import { MoveFolderDialog } from "../features/folders/move-folder-dialog.tsx";
import { MoveNoteDialog } from "../features/notes/move-note-dialog.tsx";
import { RenameNoteDialog } from "../features/notes/rename-note-dialog.tsx";
import { closeDialog, useActionDialog } from "../lib/actions/palette-store.ts";
import { tagsInAddress, tagsOfAddress } from "../lib/tag-address.ts";

const ColourThemesDialog = lazy(() =>
  import("../features/themes/colour-themes-dialog.tsx").then((module) => ({
    default: module.ColourThemesDialog,
  })),
);

const HistoryDialog = lazy(() =>
  import("../features/history/history-dialog.tsx").then((module) => ({ default: module.HistoryDialog })),
);

const ImportDialog = lazy(() =>
  import("../features/importing/import-dialog.tsx").then((module) => ({ default: module.ImportDialog })),
);

const TagNotesDialog = lazy(() =>
  import("../features/notes/tag-notes-dialog.tsx").then((module) => ({ default: module.TagNotesDialog })),
);

const RenameTagDialog = lazy(() =>
  import("../features/tags/tag-dialogs.tsx").then((module) => ({ default: module.RenameTagDialog })),
);
const RemoveTagDialog = lazy(() =>
  import("../features/tags/tag-dialogs.tsx").then((module) => ({ default: module.RemoveTagDialog })),
);

/** The dialogs that actions open, from whichever menu, key or palette they were asked for. */
export function ActionDialogs() {
  const dialog = useActionDialog((state) => state.dialog);
  const navigate = useNavigate();
  const { folderId } = useParams({ strict: false });
  const search = useSearch({ strict: false }) as { tag?: string };
  /** A list filtered by a tag follows it to its new name. */
  const changeTagFilter = (from: string, to: string | null) => {
    const tags = tagsOfAddress(search.tag);
    if (!tags.includes(from)) return;
    const next = tags.flatMap((tag) => (tag !== from ? tag : (to ?? [])));
    void navigate({
      to: ".",
      search: { ...search, tag: tagsInAddress([...new Set(next)]) || undefined } as never,
      replace: true,
    });
  };
  if (!dialog) return null;
  switch (dialog.kind) {
    case "colour-themes":
      return (
        <Suspense fallback={null}>
          <ColourThemesDialog onClose={closeDialog} />
        </Suspense>
      );
    case "rename-note":
      return <RenameNoteDialog note={dialog.note} onClose={closeDialog} />;
    case "move-note":
      return <MoveNoteDialog note={dialog.note} onClose={closeDialog} />;
    case "tag-notes":
      return (
        <Suspense fallback={null}>
          <TagNotesDialog notes={dialog.notes} onClose={closeDialog} />
        </Suspense>
      );
    case "rename-tag":
      return (
        <Suspense fallback={null}>
          <RenameTagDialog
            tag={dialog.tag}
            onClose={closeDialog}
            onRenamed={(to) => changeTagFilter(dialog.tag.name, to)}
          />
        </Suspense>
      );
    case "remove-tag":
      return (
        <Suspense fallback={null}>
          <RemoveTagDialog
            tag={dialog.tag}
            onClose={closeDialog}
            onRemoved={() => changeTagFilter(dialog.tag.name, null)}
          />
        </Suspense>
      );
    case "note-history":
      return (
        <Suspense fallback={null}>
          <HistoryDialog note={dialog.note} onClose={closeDialog} />
        </Suspense>
      );
    case "import":
      return (
        <Suspense fallback={null}>
          <ImportDialog
            {...(dialog.importId ? { importId: dialog.importId } : {})}
            folderId={dialog.folderId ?? folderId ?? null}
            onClose={closeDialog}
          />
        </Suspense>
      );
    case "new-folder":
      return <FolderNameDialog parent={dialog.parent} onClose={closeDialog} />;
    case "rename-folder":
      return <FolderNameDialog rename={dialog.folder} onClose={closeDialog} />;
    case "move-folder":
      return <MoveFolderDialog folder={dialog.folder} onClose={closeDialog} />;
    case "delete-folder":
      return (
        <DeleteFolderDialog
          folder={dialog.folder}
          onClose={closeDialog}
          onDeleted={() => folderId === dialog.folder.id && void navigate({ to: "/app/explorer" })}
        />
      );
  }
}
