import { useNavigate, useParams, useRouter } from "@tanstack/react-router";
import { DeleteFolderDialog } from "../features/folders/delete-folder-dialog.tsx";
import { FolderNameDialog } from "../features/folders/folder-name-dialog.tsx";
import { MoveFolderDialog } from "../features/folders/move-folder-dialog.tsx";
import { MoveNoteDialog } from "../features/notes/move-note-dialog.tsx";
import { RenameNoteDialog } from "../features/notes/rename-note-dialog.tsx";
import { closeDialog, openDialog, useActionDialog } from "../lib/actions/palette-store.ts";
import { tagsInAddress, tagsOfAddress } from "../lib/tag-address.ts";
import { whenLoaded } from "../ui/when-loaded.tsx";
import { NoteHistory, ToHistory } from "./note-history.tsx";

const ColourThemesDialog = whenLoaded(
  async () => (await import("../features/themes/colour-themes-dialog.tsx")).ColourThemesDialog,
);

const ExportDialog = whenLoaded(
  async () => (await import("../features/notes/export-dialog.tsx")).ExportDialog,
);
const PrintDialog = whenLoaded(async () => (await import("../features/notes/print-dialog.tsx")).PrintDialog);

const ImportDialog = whenLoaded(
  async () => (await import("../features/importing/import-dialog.tsx")).ImportDialog,
);
const TemplateDialogs = whenLoaded(async () => (await import("./template-dialogs.tsx")).TemplateDialogs);

const TagNotesDialog = whenLoaded(
  async () => (await import("../features/notes/tag-notes-dialog.tsx")).TagNotesDialog,
);

const ShareDialog = whenLoaded(
  async () => (await import("../features/sharing/share-dialog.tsx")).ShareDialog,
);
const RenameTagDialog = whenLoaded(
  async () => (await import("../features/tags/tag-dialogs.tsx")).RenameTagDialog,
);
const RemoveTagDialog = whenLoaded(
  async () => (await import("../features/tags/tag-dialogs.tsx")).RemoveTagDialog,
);

/** The dialogs that actions open, from whichever menu, key or palette they were asked for. */
export function ActionDialogs() {
  return (
    <>
      <NoteHistory />
      <AskedDialog />
    </>
  );
}

function AskedDialog() {
  const dialog = useActionDialog((state) => state.dialog);
  const router = useRouter();
  const navigate = useNavigate();
  const { folderId } = useParams({ strict: false });
  /** A list filtered by a tag follows it to its new name, and back when that is undone. */
  const changeTagFilter = (from: string, to: string | null) => {
    const search = router.state.location.search as { tag?: string };
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
      return <ColourThemesDialog onClose={closeDialog} />;
    case "rename-note":
      return <RenameNoteDialog note={dialog.note} onClose={closeDialog} />;
    case "move-note":
      return <MoveNoteDialog note={dialog.note} onClose={closeDialog} />;
    case "tag-notes":
      return <TagNotesDialog notes={dialog.notes} onClose={closeDialog} />;
    case "export-notes":
      return (
        <ExportDialog
          notes={dialog.notes}
          onPrint={() => openDialog({ kind: "print-notes", notes: dialog.notes })}
          onClose={closeDialog}
        />
      );
    case "print-notes":
      return <PrintDialog notes={dialog.notes} onClose={closeDialog} />;
    case "rename-tag":
      return (
        <RenameTagDialog
          tag={dialog.tag}
          onClose={closeDialog}
          onRenamed={(to) => changeTagFilter(dialog.tag.name, to)}
          onUndone={(to) => changeTagFilter(to, dialog.tag.name)}
        />
      );
    case "remove-tag":
      return (
        <RemoveTagDialog
          tag={dialog.tag}
          onClose={closeDialog}
          onRemoved={() => changeTagFilter(dialog.tag.name, null)}
        />
      );
    case "note-history":
      return <ToHistory noteId={dialog.note.id} />;
    case "import":
      return (
        <ImportDialog
          {...(dialog.importId ? { importId: dialog.importId } : {})}
          folderId={dialog.folderId ?? folderId ?? null}
          onClose={closeDialog}
        />
      );
    case "templates":
    case "save-template":
      return <TemplateDialogs dialog={dialog} onClose={closeDialog} />;
    case "share-note":
      return <ShareDialog thing={{ note: dialog.note }} onClose={closeDialog} />;
    case "share-folder":
      return <ShareDialog thing={{ folder: dialog.folder }} onClose={closeDialog} />;
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
