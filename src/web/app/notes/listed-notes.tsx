import { useNavigate } from "@tanstack/react-router";
import { useState, type ComponentProps, type ComponentType, type ReactNode } from "react";
import { useFolders } from "../../features/folders/use-folders.ts";
import { EmptyNotes } from "../../features/notes/empty-notes.tsx";
import {
  choicesOf,
  type ExplorerSearch,
  filterOf,
  isFiltered,
  type ListChoices,
} from "../../features/notes/list/explorer-choices.ts";
import { useKeepChoices } from "../../features/notes/list/keep-choices.ts";
import { NoteList } from "../../features/notes/list/note-list.tsx";
import { type NoteView, viewOf } from "../../features/notes/list/note-views.tsx";
import { useCreateNote } from "../../features/notes/use-create-note.ts";
import { useActionDialog } from "../../kernel/actions/dialogs.ts";
import { usePreferences } from "../../kernel/workspace/frame.ts";
import { t } from "../../lib/messages/t.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { TrashScreen } from "../actions/trash-part.ts";
import { FolderMissing } from "./folder-missing.tsx";

/** A place that lists notes: what the address says, and the folder that it names. */
export type ListPlace = { search: ExplorerSearch; folderId: string | null };

export type ListedNotes = ReturnType<typeof useListedNotes>;

/** What the explorer and the phone's list of notes both are; each draws a frame around it. */
export function useListedNotes({ search, folderId }: ListPlace, titles: Record<NoteView, string>) {
  const navigate = useNavigate();
  const { folders, isPending, isKnown } = useFolders();
  const { create, isCreating } = useCreateNote();
  const view = viewOf(search.view);
  const folder = folders.find(({ id }) => id === folderId);
  const title = folderId ? (folder?.name ?? (isPending ? "" : t("Folder not found"))) : titles[view];
  const heading = usePageTitle(title || titles.all, folderId ?? `${titles.all}:${view}`);
  const choices = choicesOf(search, usePreferences()?.settings.explorer);
  const keepChoices = useKeepChoices();
  const go = (next: ExplorerSearch, replace: boolean) =>
    void navigate({ to: ".", search: { ...search, ...next } as never, replace });
  return {
    search,
    view,
    folders,
    folder,
    title,
    heading,
    choices,
    filter: filterOf(search, choices, folderId),
    isMissing: isKnown && folderId !== null && !folder,
    isTrash: view === "trash" && folderId === null,
    isFolder: folderId !== null,
    go,
    /** Also the next visit's beginning. */
    choose: (next: Partial<ListChoices>, replace: boolean) => {
      go(next, replace);
      keepChoices({ ...choices, ...next }, choices);
    },
    create: () => void create(folderId),
    isCreating,
  };
}

type NotesOrNoneProps = Pick<ComponentProps<typeof NoteList>, "Row" | "layout" | "ordering"> & {
  listed: ListedNotes;
  /** What a list of notes lies in. */
  Around: ComponentType<{ children: ReactNode }>;
};

/** The notes, the trash, or words for why there are none. */
export function NotesOrNone({ listed, Around, ...look }: NotesOrNoneProps) {
  const { isMissing, isTrash, filter, view, search, isFolder, create } = listed;
  if (isMissing) return <FolderMissing />;
  if (isTrash) return <TrashScreen />;
  return (
    <Around>
      <NoteList
        filter={filter}
        {...look}
        empty={
          <EmptyNotes view={view} isFiltered={isFiltered(search)} isFolder={isFolder} onCreate={create} />
        }
      />
    </Around>
  );
}

type FoldersDialogProps = {
  title: string;
  opener: (open: () => void) => ReactNode;
  children: ReactNode;
};

/** The folders, where no sidebar shows them. Give it a key per place, which closes it when one was chosen. */
export function FoldersDialog({ title, opener, children }: FoldersDialogProps) {
  const [isOpen, setIsOpen] = useState(false);
  // A dialog opened from its menus takes its place until it is answered.
  const isAsking = useActionDialog(({ dialog }) => dialog !== null);
  return (
    <>
      {opener(() => setIsOpen(true))}
      <Dialog title={title} isOpen={isOpen && !isAsking} onClose={() => setIsOpen(false)}>
        <div className="flex flex-col gap-4">{children}</div>
      </Dialog>
    </>
  );
}
